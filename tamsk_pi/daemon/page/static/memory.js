// What this browser remembers; a browser that is told to remember nothing throws, and then nothing is remembered.

function quietly(action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}

const PIN = "tamsk-pi.pin"; // for this tab only
const HELP = "tamsk-pi.help-seen";

export const rememberedPin = () => quietly(() => sessionStorage.getItem(PIN));
export const rememberPin = (pin) => quietly(() => sessionStorage.setItem(PIN, pin));
export const forgetPin = () => quietly(() => sessionStorage.removeItem(PIN));
export const hasSeenHelp = () => quietly(() => localStorage.getItem(HELP)) !== null;
export const rememberHelp = () => quietly(() => localStorage.setItem(HELP, "yes"));
