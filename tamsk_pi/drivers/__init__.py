"""The real hardware, through gpiozero, spidev, bleak and Adafruit's NeoPixel classes."""
