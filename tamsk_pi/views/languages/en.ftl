### Everything that players read, in English. docs/languages.md says how another language is added.
###
### One word for one thing: hourglass (short: glass), ring, cell, holder, timer, level, match, ruling, second ring;
### a move is made, a turn is had; a glass is turned over, has sand on top, runs out; a full cell; to put something right.
### Who reads is "you"; players are called by their names; what is not allowed is "Refused: …".

## The language itself

language-name = English
decimal-mark = .
list = { $first } and { $last }

## Names

player = { $colour ->
    [red] Red
   *[black] Black
}
hourglass = { $label }

## Rulings

match-started = The match begins at level { $level }: { $start ->
    [free-placement] the glasses are brought in one by one
   *[corners] the glasses stand on their corners
}{ $lateness ->
    [second-ring] ; for lateness the opponent may drop a second ring
    [sits-out] ; for lateness a turn is sat out
   *[none] {""}
}.
turn-started = { $player } to move.
turn-started-run-out = Time is up: { $player } may move.
move-accepted = { $player } moved { $origin } → { $to }.
move-accepted-late = { $player } moved { $origin } → { $to }, late.
move-accepted-brought-in = { $player } brought a glass in on { $to }.
move-accepted-brought-in-late = { $player } brought a glass in on { $to }, late.
ring-accepted-regular = { $player } dropped a ring on { $cell }; { $left } left.
ring-accepted-extra = { $opponent } had dropped no ring on { $cell }, so { $player } did; { $left } left.
ring-accepted-penalty = { $player } dropped the penalty ring on { $cell }; { $left } left.
ring-lapsed = { $player } dropped no ring on { $cell } in time.
ring-reassigned = The last ring on { $cell } counts for { $player }, who has { $left } left.
act-refused-out-of-turn = Refused: it is not { $player }’s turn.
act-refused-run-out = Refused: that glass has run out and stays where it is.
act-refused-own-cell = Refused: a glass may not be turned over on its own cell.
act-refused-other-glass-first = Refused: { $player } must move each of the three glasses once first.
act-refused-other-glass-first-H41 = Refused: { $player } must bring all three glasses in first.
act-refused-not-adjacent = Refused: { $cells } are not neighbours.
act-refused-occupied = Refused: that cell belongs to another glass.
act-refused-not-flipped = Refused: that glass was not turned over.
act-refused-sand-in-top = Not ready: { $hourglass } has sand in its upper bulb. Let it run out, then start again.
act-refused-not-set-up = Not ready: { $hourglass } is not where it begins.
act-refused-not-set-up-rings = Not ready: there are rings on { $cells }. Take them off.
act-refused-in-pause = { $hourglass } was moved during the pause: put it back.
act-refused-in-pause-rings = The rings on { $cells } changed during the pause: put them right.
act-refused-ring-on-full = Refused: { $cells } is full. Take that ring off.
act-refused-ring-surplus = Refused: { $cells } has got its ring already. Take that one off.
act-refused-ring-too-late = Refused: the ring on { $cells } came too late. Take it off.
act-refused-ring-wrong-cell = Refused: no ring may be dropped on { $cells } now. Take it off.
act-refused-ring-taken = A ring is missing on { $cells }: put it back.
act-refused-timer-void-H23 = The timer was not empty or binds this turn already: turning it binds nobody.
act-refused-timer-void-H24 = The timer was turned just as the move was made: it binds nobody.
refusal-cleared = Put right: { $cells }.
refusal-cleared-nowhere = Put right.
hourglass-expired = { $player } has lost { $hourglass }: its sand has run out.
timer-started = The timer runs: { $player } must move before it is empty.
timer-ran-out-in-time = The timer ran out; { $player } had moved in time.
timer-ran-out-late = { $player } was late: the move was not finished when the timer ran out.
timer-ran-out-forfeit = { $player } had not begun to move when the timer ran out.
penalty-granted-late = { $opponent } was late: { $player } may drop a second ring.
penalty-granted-forfeit = { $opponent } forfeits the turn: { $player } may drop a second ring.
penalty-granted-late-turns = { $opponent } was late: { $player } plays { $turns ->
    [one] one turn
   *[other] { $turns } turns in a row
}.
penalty-granted-forfeit-turns = { $opponent } forfeits the turn: { $player } plays { $turns ->
    [one] one turn
   *[other] { $turns } turns in a row
}.
penalty-lapsed = { $player } did not drop the penalty ring in time.
penalty-lapsed-H30 = { $player } had not dropped the penalty ring yet; a new one takes its place.
turn-passed-blocked = { $player } cannot move and passes.
turn-passed-forfeit = { $player } forfeits the turn.
turn-passed-sitting-out = { $player } sits this turn out.
warning-hold = { $player } has not put { $hourglass } down for long: let it stand.
warning-close-to-expiry = That was close: { $hourglass } was about to run out when { $player } lifted it.
warning-count-uncertain = The number of rings on { $cells } is in doubt: have a look.
warning-node-silent = { $hourglass } is not heard any more: check its battery.
warning-sensor-dead = The sensors of { $cells } have failed: what happens there is not seen.
question-tie-close = Which of the last hourglasses ran longer? Both players say it.
question-full-cell = Is the cell under that glass full? Count its rings; both players say it.
question-holder-count = From whose holder did the last ring come? Both players say it.
question-outage = The board was without power. Does everything stand where it should? Both players say it.
paused = The match is paused, as { $player } asked.
resumed = The match goes on.
taken-back-move-accepted = The last move is taken back: put { $cells } right.
taken-back-ring-accepted = The last ring is taken back: take it off { $cells }.
match-ended-rings = { $player } wins with { $own_left ->
    [0] no rings
    [one] 1 ring
   *[other] { $own_left } rings
} left against { $other_left }.
match-ended-full-cell = { $player } wins: { $opponent } moved onto a full cell.
match-ended-last-hourglass = { $player } wins: with equal rings the hourglass that ran longest decides.
match-ended-resigned = { $player } wins: { $opponent } resigned.
match-ended-last-hourglass-draw = Nobody wins: rings and sand are equal.
match-ended-agreed-draw = A draw, as both agreed.
match-ended-tie-draw = A tie: both have { $rings ->
    [0] no rings
    [one] 1 ring
   *[other] { $rings } rings
} left.

## Points of the rules, as rulings cite them

rule-G-opt = Free placement: the glasses begin off the board, and each player’s first three moves bring them in.
rule-G1-1 = Red begins; then the players take turns.
rule-G1-2 = In your turn you must move one of your hourglasses to a vacant neighbouring cell.
rule-G1-3 = After your move you may drop one ring over the glass you have moved.
rule-G1-4 = A cell takes rings up to its capacity and no more; who moves a glass onto a full cell loses the match.
rule-G1-5 = Who cannot move passes until he can again; the other goes on alone.
rule-G1-6 = The match ends when nobody can move; who has the fewest rings left wins.
rule-G1-7 = At level 1 equal rings are a tie.
rule-G2-2 = In the first three turns each player moves each of his three glasses once.
rule-G2-6 = A glass that has run out is lost: it stays where it is.
rule-G2-9 = With equal rings the owner of the glass that runs longest wins.
rule-G3-2 = You may turn the neutral timer over to force your opponent to move before it is empty.
rule-G3-4 = Begun but not let go when the timer ran out: the move counts, and the opponent may drop a second ring.
rule-G3-5 = You may begin when your opponent lets go of his glass, or when the timer runs out on him.
rule-G3-6 = Not begun when the timer ran out: the turn is lost, and the opponent may drop a second ring.
rule-G98-1 = Rule of 1998: who is late finishes the move, then sits out one turn.
rule-G98-2 = Rule of 1998: who has not begun in time loses this turn and the next.
rule-G98-3 = Rule of 1998: a turn to be sat out is passed when it comes.
rule-H2 = Your ring must follow your move at once: the time for it is a setting of the match.
rule-H3 = If you drop no ring in time, your opponent may drop one of his there until he begins his own move.
rule-H5 = Whose a ring is follows from where and when it falls; both players together can correct it.
rule-H6 = A ring counts only where a player has the right to drop one at that moment.
rule-H9 = A move is judged when the glass is let go; what is refused must be put right, and time runs on.
rule-H11 = A moved glass must be turned over, at the latest a moment after it stands.
rule-H12 = A glass on a full cell is judged once it has stood for a second; in doubt, you are asked.
rule-H14 = A glass in the air or on its side for long brings one warning; the clocks run on.
rule-H18 = A match starts with all glasses at home, no sand in their upper bulbs, and no rings on the board.
rule-H20 = Every glass has its own measured running time; close to its end the players’ eyes count.
rule-H23 = The timer binds whoever’s turn it is, once a turn, and only if it was empty when it was turned.
rule-H24 = Turned at the instant of a move or just after it, the timer was meant for the turn that ended.
rule-H27 = A glass let go at the very instant at which the timer runs out is in time.
rule-H28 = Who has nothing of his in the air when the timer runs out, or puts it back unmoved, forfeits the turn.
rule-H30 = A player has at most one penalty ring to drop: a new one ends the old.
rule-H31 = The penalty ring must be dropped within a few seconds of one’s own move.
rule-H37 = If the last glasses run out too close together to tell, you are asked; then the ones before them decide.
rule-H39 = Resigning takes one player; draws, taking back and going on take both.
rule-H40 = What the players answer counts like anything they do with their hands, and is kept.
rule-H41 = In free placement nobody moves a glass on the board before his three stand there.
rule-architecture = Broken hardware is said, and the match goes on as far as it honestly can.

## Above the board: whose turn it is and what to do next

headline-sensing = Looking at the board …
headline-rings-on-board = Take the rings off the board
headline-corners = Put the hourglasses on their corners
headline-set-up = Set the board up
headline-ready = Ready
headline-paused = Paused
headline-awaiting-sand = Equal rings: the sand decides
headline-over = The match is over
headline-nobody-moves = Nobody can move
headline-to-move = { $player } to move
hint-sensing = Take your hands off for a moment.
hint-rings-on-board = Every ring goes back to a holder, 32 each.
hint-corners = The lights show which corner waits for which colour.
hint-set-up = Hourglasses on the corners, or beside the board for free placement.
hint-sand-in-top = Levels 2 and 3 wait for the sand of { $hourglasses } to run out.
hint-ready = Start a match on the page, or hold the board’s button.
hint-paused = Lay all glasses on their side. Both players say when to go on.
hint-awaiting-sand = The owner of the last running hourglass wins. Hands off.
hint-nobody-moves = The match ends when no ring may come any more.
hint-each-glass-once = Each of the three glasses must move once before any moves again.
hint-bring-in = Bring your three glasses in, each on a vacant cell of your choice.
hint-then-next = { $first } Then the next blinking cell.
restore-take-off-board = Take { $hourglass } off the board again.
restore-turn-over = Turn { $hourglass } over where it stands, or put it back on { $cell }.
restore-turn-again = Turn { $hourglass } over again on { $cell }.
restore-put-back = Put { $hourglass } back on { $cell }.
restore-put-back-turned = Put { $hourglass } back on { $cell }, turned over again.
restore-take-ring = Take the top ring off { $cell }.
restore-return-ring = Put the ring back on { $cell }.

## Questions to the players

asked-tie-close = Which hourglass ran longer, { $first } or { $second }? Both players say it.
asked-owner = Is the last ring on { $cell } { $player }’s? It takes both players.
asked-which-node = Which node is in { $hourglass }? Lift it from { $cell } for a moment and put it back as it was.
asked-which-glass = Which glass stands on { $cell }? It counts as { $hourglass }. Lift it for a moment and put it back as it was, or both players say it.
asked-draw = { $player } offers a draw.
asked-undo = { $player } wants to take the last move or ring back.
asked-pause = { $player } asks for a pause.
asked-resume = { $player } is ready to go on.

## Broken hardware; the detail is the log’s own line

trouble-sensors = The sensors cannot be read: { $detail }
trouble-journal = The match cannot be kept, so nothing new is shown: { $detail }
trouble-lights = The lights have failed, all else works on: { $detail }
trouble-recording = Frames and packets are no longer recorded, all else works on: { $detail }
trouble-board = A part of the board has failed, the rest works on: { $detail }

## How the parts of the board are

neutral-timer = Neutral timer
health-dark-unknown = No clock knows how long the board was dark; { $seconds } s are counted. Look at the hourglasses before you play on.
health-supply-low = The supply’s voltage is too low: sensors and radio may drop out. Use a stronger supply and a shorter cable.
health-supply-was-low = The supply’s voltage has been too low since the board was switched on. Use a stronger supply and a shorter cable.
health-slowed = The computer is held back by heat or by its supply; readings may be missing. Give it air.
health-no-radio = There is no radio: that a glass was turned over is inferred from its move.
health-radio-fails = Bluetooth: the scan cannot be started ({ $detail }). Turns are inferred from moves.
health-radio-no-node = Bluetooth: other devices are heard, but no hourglass. Turn one over to wake it, or pair them again.
health-radio-silent = Bluetooth: nothing is heard at all. Check the adapter. Turns are inferred from moves.
health-doubled = { $glass }: two nodes with its address are heard. Switch off the one that is not of this board, or pair again.
health-battery-low = { $glass }: the battery is low ({ $percent } %). Charge it before the next match.
health-battery-ends = { $glass }: the battery is low ({ $percent } %) and lasts about { $minutes } minutes. Charge it before the next match.
health-silent = { $glass }: its node has said nothing for { $minutes ->
    [0] a while
    [one] a minute
   *[other] { $minutes } minutes
}. Turn it over to wake it; charge it, or pair another one in its place.
health-unheard = Nothing heard of { $glasses } yet. Turn each over once; if that does not help, charge it or pair it again.
health-unpaired = No node is known for { $glasses }: pair them, and their turning over is heard instead of inferred.
finding-stuck = Cell { $cell }, sensor S{ $sensor }: the reading stands still at { $counts }. Check its wire.
finding-noise = Cell { $cell }, sensor S{ $sensor }: the reading rushes by { $counts } counts. Check its solder joints and its capacitor.
finding-drift-off = Cell { $cell }, sensor S{ $sensor }: the reading went off by itself by { $counts } counts. Check or replace it.
finding-mux-dead = Multiplexer { $number } is dead: { $cells } cannot be read. Check its ribbon cable and its 3.3 V.
finding-adc = The converter answers only { $level ->
    [zeros] zeros
   *[ones] ones
}: no cell can be read. Check MISO, its 3.3 V and chip select.
finding-stale = The sensors of { $cells } settle too slowly and show their neighbours on the multiplexer. Raise multiplexers.settle_us in board.toml.
finding-select-stuck = Select line S{ $line } stays { $level ->
    [high] high
   *[low] low
}: { $sensors } sensors are not read, others twice. Check its wire.
finding-cables = The cables of multiplexers { $one } and { $other } are swapped. Exchange them at the converter’s inputs.
finding-spi-gone = No readings for { NUMBER($seconds, minimumFractionDigits: 1) } s; hands were not seen meanwhile. If it comes again, and the computer is not just busy, check the SPI wires.
finding-misfit = The readings of { $cells } cells fit no pieces well: the board is not calibrated, or a magnet is near. Calibrate it: on this page, or by holding red’s and black’s button together.
finding-common-step = All readings stepped by { $counts } counts at once: the board was tilted, or its supply changed. If it comes again, check the 3.3 V regulator.
finding-magnet = A magnet or a large piece of iron lies near { $cells }. Take it away from the board.
finding-drift = The zeros have drifted by { $counts } counts, farther than is followed. Calibrate the board again.

## Pairing: which node is in which glass

cannot-pair-playing = A match is going on; turning over a glass whose node is dead is inferred from its moves. Pair it when the match is over.
cannot-start-pairing = Nodes are being paired; end that first.
trouble-pairing = The pairing holds only until the power is off: { $detail }
pairing-turn = Turn over the glass on { $cell } ({ $glass }).
pairing-turn-timer = Turn the neutral timer over{ $times ->
    [1] {" "}once more
   *[other] {""}
}.
pairing-hint = Take it out, turn it over, put it back where it was; leave the others alone.
pairing-done = { $count ->
    [0] Nothing was paired.
    [one] One node is paired.
   *[other] { $count } nodes are paired.
}
pairing-hint-done = They are used from now on.
pairing-several = { $count } nodes were turned over at once. Turn over this glass once more.
pairing-taken = That was the node of { $glass }, paired just now. Turn over the glass whose cell blinks.
pairing-unsure = A node told of a turn, but it may be in a glass of another board. Turn this one over once more, to be sure.
pairing-anothers = That was the node of { $glass } so far. Turn this glass over once more if it is in here now.
pairing-changed = This time another node was turned over than before. Turn this glass over once more.
pairing-silent = No node told of a turn. Is it charged? Turn the glass over once more, or skip it.

## What cannot be done

cannot-watching = You are watching; enter the board’s PIN to move pieces or decide anything.
cannot-move-real-pieces = The pieces of this board are real; move them there, the page follows.
cannot-wrong-pin = This is not the PIN; the board’s owner sees it where the daemon was started.
cannot-guess-more = Too many wrong PINs; try again in { $seconds } s.
cannot-name-player = A player’s name has 1 to { $most } printable characters.
cannot-start-sensing = The board is still being looked at; try again in a second.
cannot-start-playing = A match is going on; resign, agree on a draw or play it to its end first.
cannot-count-holders = holders=counted needs scales under the holders, which this board has not.
cannot-set-up-yet = A hand is still moving; try again in a second.
cannot-lift = { $hourglass } cannot be lifted just now.
cannot-place = { $hourglass } cannot be put down on { $cell } just now.
cannot-turn = { $hourglass } cannot be turned over just now.
cannot-set-aside = { $hourglass } cannot be put beside the board just now.
cannot-drop-ring = No ring can be dropped on { $cell } just now.
cannot-take-ring = No ring can be taken off { $cell } just now.
cannot-turn-timer = The timer cannot be turned just now.
cannot-time-playing = A match is going on; its sand is timed another time.
cannot-time-none-due = No glass is due yet; press when the lit one has run out.

## The page as it opens

page-description = The board, its hourglasses and its referee
page-noscript = This page draws the board with JavaScript; please allow it for this address.
page-bar = Match
page-new-match = New match
page-say = Say …
page-set-up = Set up
page-set-up-tip = Put all glasses on their corners and all rings into the holders.
page-help = Help
page-help-tip = What can be done here (?)
page-health = Health
page-health-tip = How sensors, nodes, radio and supply are
page-health-title = How the board is
page-health-nodes = The nodes in the glasses
page-health-glass = Glass
page-health-battery = Battery
page-health-heard = Heard
page-health-per-minute = per min
page-health-signal = Signal
page-health-firmware = Version
page-health-clock = Clock
page-pair = Pair all nodes
page-pair-tip = Finds out which node is in which glass: turn over the glass whose cell lights up.
live-pairing-skip = Skip
live-pairing-end = End
page-close = Close
page-language = Language
page-watching = Watching
page-board = Board
page-cells = The 37 cells; arrow keys move between them
page-turning = Turn over on the way
page-turning-tip = A move turns the glass over, in one fluid motion. Hold Shift while letting go, or switch this off, to put a glass down unturned.
page-connecting = Connecting …
page-start-match = Start a match
page-notes = Questions and troubles
page-rulings = Rulings
page-no-rulings = Nothing has been ruled yet.
live-provisional = provisional
live-provisional-tip = A glass or a cell has not been heard clearly. This ruling may still be corrected, once.
live-withdrawn = withdrawn
live-withdrawn-tip = Something was learned late: another ruling has taken the place of this one.
page-level = Level
page-level-1 = 1 · No time
page-level-1-about = Move a glass, drop a ring. Nothing runs out.
page-level-2 = 2 · The sand runs
page-level-2-about = Every move turns its glass; one that has run out is lost.
page-level-3 = 3 · The 15-second timer
page-level-3-about = As level 2, and you may force your opponent to move in time.
page-late = Who is late
page-late-second-ring = gives a second ring
page-late-second-ring-about = The other may drop it on any cell that is not full.
page-late-sits-out = sits out a turn
page-late-sits-out-about = The first edition’s rule: the other plays twice.
page-glasses-begin = The glasses begin
page-corners = on their corners
page-corners-about = The usual start.
page-beside = beside the board
page-beside-about = Three moves bring them in.
page-red = Red
page-black = Black
page-sand = Sand, seconds
page-cancel = Cancel
page-start = Start
page-unlock-title = Unlock this page
page-unlock-about = Anybody may watch. To move pieces, to start or to decide, enter the PIN that the board’s owner sees where it was started.
page-pin = PIN
page-go-on-watching = Go on watching
page-unlock = Unlock
page-no = No
page-yes = Yes
page-help-move = Move
page-help-move-about = Drag a glass to a glowing cell. It is turned over on the way; hold <kbd>Shift</kbd>, or use the switch, to leave it as it is.
page-help-turn = Turn
page-help-turn-about = Double-click a glass to turn it where it stands.
page-help-ring = Ring
page-help-ring-about = Click a holder, then the cell. After a move there are three seconds for it.
page-help-timer = Timer
page-help-timer-about = In level 3, click the timer card during your opponent’s turn.
page-help-take = Take
page-help-take-about = A refused ring blinks: click it. Right-click or long-press takes any top ring.
page-help-keys = <kbd>←↑↓→</kbd> cells <kbd>Enter</kbd> pick up, put down <kbd>F</kbd> turn over <kbd>R</kbd> <kbd>Enter</kbd> ring <kbd>T</kbd> timer <kbd>Del</kbd> take a ring <kbd>Esc</kbd> cancel <kbd>?</kbd> this help
page-help-real = The pieces of this board are real: move them there, the page follows. Here you can start a match and tell the referee what both of you agree on.
page-help-move-touch = Draw a glass to a glowing cell with one finger. It is turned over on the way; the switch below the board leaves it as it is.
page-help-turn-touch = Tap a glass twice to turn it where it stands.
page-help-ring-touch = Tap a holder, then the cell. After a move there are three seconds for it.
page-help-timer-touch = In level 3, tap the timer card during your opponent’s turn.
page-help-take-touch = A refused ring blinks: tap it. A long press takes any top ring.
page-help-scenario = A scenario moves the pieces of this virtual board; you watch. Nothing has to be done here: rulings and their reasons are listed, and a ruling opens when it is clicked.
page-help-aim = Aim
page-help-aim-about = Get rid of your rings. When nobody can move, fewer rings left wins. Moving onto a full cell (✕) loses at once.
page-help-see = See
page-help-see-red = solid: red.
page-help-see-black = hollow: black.
page-help-see-more = Dotted circles: rings that still fit. The arc around a glass is its sand.
page-got-it = Got it

## The page while it lives

live-playing = Playing
live-playing-tip = This page may move and decide.
live-watching = Watching
live-watching-tip = This page only watches; click to enter the PIN.
live-disconnected = The connection to the board is lost; trying again …
live-no-connection = There is no connection to the board just now.
live-connection-lost = The connection to the board was lost.
live-health = Health
live-health-condition = { $condition ->
    [ok] Everything is well.
    [warning] Something wants your attention.
   *[fail] Something does not work.
}
live-health-percent = { $percent } %
live-health-left = about { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h
}
live-health-dbm = { $dbm } dBm
live-health-ppm = { $ppm } ppm
live-health-seconds-ago = { $seconds } s ago
live-health-minutes-ago = { $minutes } min ago
live-health-state = { $state ->
    [asleep] asleep
    [unheard] not yet
   *[unpaired] not paired
}
live-health-sensors = { $dead ->
    [0] All 74 sensors are read.
    [one] One of 74 sensors is not believed.
   *[other] { $dead } of 74 sensors are not believed.
}
live-health-noise = Noise: { $counts } counts.
live-health-strangers = Nodes of other boards in the air: { $count }.
live-health-supply = { $supply ->
    [well] The supply is well.
    [low] The supply’s voltage is too low.
   *[unknown] Nothing tells of the supply here.
}
live-pairing-count = { $number } of { $count }
live-pairing-found = { $glass }: { $address }{ $news ->
    [new] , new
   *[known] {""}
}
live-pair-one = pair
live-pair-one-tip = Another node is in { $glass }: pair it.
live-help-title = { $situation ->
    [fingers] How to play with your fingers
    [mouse] How to play with the mouse
    [real] At the board
   *[scenario] What you see here
}
live-level = Level { $level }
live-late-sits-out = late: sits out
live-late-second-ring = late: second ring
live-turn = turn { $number }
live-rings-left = { $count ->
    [one] ring left
   *[other] rings left
}
live-player = { $player }, { $colour ->
    [red] red
   *[black] black
}
live-holder = Holder of { $player }: { $count ->
    [0] no rings left
    [one] 1 ring left
   *[other] { $count } rings left
}
live-holder-tip = Click, then click a cell: one ring from this holder. After your move you may drop one over the glass you moved, within three seconds.
live-second-ring-runs = second ring: { NUMBER($seconds, minimumFractionDigits: 1) } s
live-second-ring = may drop a second ring
live-sits-out = sits out { $turns ->
    [one] a turn
   *[other] { $turns } turns
}
live-timer-runs = the timer runs
live-to-move = to move
live-timer = { $seconds }-second timer
live-timer-tip = During your opponent’s turn you may turn the timer, to force him to move within its run, but only when its upper bulb is empty.
live-timer-left = { NUMBER($seconds, minimumFractionDigits: 1) } s
live-timer-empty = empty
live-timer-ready = may be turned
live-timer-against = against { $player }
live-timer-nobody = binds nobody
live-go-on = Both players say when to go on.
live-says-which = { $player }: it is { $hourglass }
live-says-full = { $player }: it is full
live-is-ready = { $player } is ready
live-is-ready-too = { $player } is ready too
live-agrees = { $player } agrees
live-ran-longer = { $hourglass } ran longer
live-both-say-so = Yes, both say so
live-beside = beside the board
live-glass-beside = { $hourglass }, beside the board
live-cell = { $cell }: { $what }, { $rings ->
    [0] no rings
    [one] 1 ring
   *[other] { $rings } rings
} of { $capacity }
live-no-glass = no glass
live-cell-full = full
live-cell-target = a legal target
live-cell-can-move = can move
live-cell-run-out = run out
live-cell-ring-due = a ring may be dropped
live-cell-penalty = a second ring may be dropped
live-cell-ring-refused = a refused ring, take it off
live-cell-ring-missing = a ring is missing, put it back
live-cell-wanted = a glass belongs here
live-cell-wrong = put this right
live-cell-uncertain = the sensors are not sure
live-note-take-off = take it off
live-note-put-back = put it back
live-note-stand-up = stand it up
live-note-turn = turn it over
live-note-refused = { $reason ->
    [out-of-turn] not your turn
    [run-out] run out
    [own-cell] turn it back
    [other-glass-first] another first
    [not-adjacent] too far
    [occupied] occupied
    [not-flipped] turn it over
    [sand-in-top] sand on top
    [not-set-up] not at home
   *[other] put it back
}
live-tip = { $cell } holds { $capacity }, has { $rings ->
    [0] no rings
    [one] 1 ring
   *[other] { $rings } rings
}.
live-tip-full = Full: moving a glass here loses the game at once.
live-tip-run-out = { $hourglass } has run out: it stays here.
live-tip-not-started = { $hourglass } has not been turned yet.
live-tip-can-move = { $hourglass } can move.
live-tip-ring-due = A ring may be dropped here now.
live-tip-penalty = A second ring may be dropped here.
live-tip-ring-refused = The top ring is refused: click to take it off.
live-in-hand = { $hourglass } is in your hand.
live-ring-in-hand = A ring of { $player } is in your hand.
live-occupied = { $hourglass } stands on { $cell } already.
live-will-turn = It will be turned over on the way.
live-will-not-turn = It will be put down unturned.
live-match-runs = A match is running
live-match-runs-about = It has to end first. Do both players agree on a draw? One of them may also resign: “Say …”.
live-resign = Resign
live-resign-tip = Ends the match at once.
live-draw = Offer a draw
live-draw-tip = Takes both players.
live-undo = Take back
live-undo-tip = Undoes the last accepted act; takes both players.
live-pause = Pause
live-pause-tip = Lay all glasses on their side.
live-resume = Resume
live-resume-tip = Takes both players.
live-wins = { $player } wins
live-a-draw = A draw
live-score = Rings left
live-look = Look at the board
live-new-match = New match
live-tell-referee = Tell the referee
live-what-you-see = What you see
live-glass = Glass
live-cell-choice = Cell
live-has-run-out = has run out
live-still-runs = still runs
live-ring-on = The ring on
live-ring-is-of = is { $player }’s
live-close = Close
live-resigns = { $player } resigns?
live-resigns-about = The match ends, the other side wins.

## Why: the evidence of a ruling

why-ms = { $ms } ms
why-seconds = { $seconds } s
why-clock = { $minutes }:{ $seconds }.{ $thousandths }
why-doubt = ; uncertainty { $time }
why-released-timer = Released { $when ->
    [before] { $time } before the timer ran out
    [after] { $time } after the timer ran out
   *[at] just as the timer ran out
}{ $doubt }.
why-turned-timer = Turned over { $when ->
    [before] { $time } before the timer ran out
    [after] { $time } after the timer ran out
   *[at] just as the timer ran out
}{ $doubt }.
why-lifted-timer = Lifted { $when ->
    [before] { $time } before the timer ran out
    [after] { $time } after the timer ran out
   *[at] just as the timer ran out
}, and still in the hand then{ $doubt }.
why-passed-timer = { $player } had passed { $when ->
    [before] { $time } before the timer ran out
    [after] { $time } after the timer ran out
   *[at] just as the timer ran out
}{ $doubt }.
why-lifted-sand = Lifted { $when ->
    [before] { $time } before its sand ran out
    [after] { $time } after its sand had run out
   *[at] just as its sand ran out
}{ $doubt }.
why-in-window = The ring fell { $time } after the release, with { $left } of its time left{ $doubt }.
why-window-left = The ring fell with { $left } of its time left{ $doubt }.
why-ring-waited = The ring lay there already when the glass was released.
why-window-passed = No ring fell within { $time }.
why-moved-again = { $time } after the release the same player made his next move; that ends the time for the ring.
why-after-window = It fell { $time } after the time for the ring was over{ $doubt }.
why-timer-after-release = Turned over { $time } after the last release{ $doubt }.
why-timer-grace = Turned over { $time } after a release; within { $grace } it is meant for the turn that has ended{ $doubt }.
why-timer-runs = The timer runs for { $time }.
why-touched = The hand stayed on it for { $time }, which counts as letting go.
why-held = Not standing for { $time }.
why-stood = It stood there for { $time }, long enough to be sure.
why-not-turned = Not turned over within { $time } of the release.
why-ran = The sand ran for { $time }{ $doubt }.
why-running-time = A full top runs for { $time } at this end, as measured{ $doubt }.
why-sand-left = { $time } of sand were left on top{ $doubt }.
why-ran-longer = The glass of { $player } ran out { $time } later{ $doubt }.
why-ran-alike = Both ran out at the same instant{ $doubt }.
why-counts-as-equal = A difference of up to { $time } counts as equal.
why-was-dark = The board was dark for { $time }.
why-distance = The cells are { $count } steps apart; a move is one step.
why-rings = { $cell } has { $count ->
    [0] no rings
    [one] 1 ring
   *[other] { $count } rings
}{ $limit ->
    [0] , and none belongs there
   *[other] {" "}of { $limit }
}.
why-turns = { $count ->
    [0] It was not turned over
    [one] It was turned over once
   *[other] It was turned over { $count } times
} since it last stood accepted.
why-turn-inferred = That { $hourglass } was turned over follows from its move; it was not heard.
why-name-presumed = That it was { $hourglass } is presumed; its node does not tell it from another glass of its colour.
why-held-by = { $cell } is held by { $hourglass }.
why-not-moved-yet = { $hourglasses } { $glasses ->
    [one] has
   *[other] have
} to move first.
why-lost = { $hourglasses } { $glasses ->
    [one] has
   *[other] have
} run out.
why-no-way = Every cell next to { $hourglasses } is held or full.
why-has-ring = The last move of { $player } to { $cell } has its ring.
why-no-window = The last move of { $player } to { $cell } left no room or no ring for one.
why-newest-cell = { $player } moved to { $cell } last.
why-turn-is-bound = The timer was turned for this turn of { $player } already.
why-end-down = It stands on end { $count ->
    [0] A
   *[1] B
}.
why-fines-left = { $player } has { $count ->
    [0] no further turn
    [one] 1 more turn
   *[other] { $count } more turns
} to sit out.
why-ringless-moves = { $count } moves in a row came without a ring; { $limit } end the match.
why-rings-changed = { $cell } has { $count } { $change ->
    [fewer] fewer
   *[more] more
} { $count ->
    [one] ring
   *[other] rings
} than before the pause.
why-seat = { $hourglass } stands { $place ->
    [beside] beside the board
   *[on] on { $cell }
}.
why-home = It begins { $place ->
    [beside] beside the board
   *[on] on { $cell }
}.
why-living = { $hourglasses } still { $glasses ->
    [one] has
   *[other] have
} sand on top.
why-never-ran = { $player } has no other glass to compare.
why-instants = Rests on: { $instants }.
why-instants-of = { $hourglass }: { $instants }.
why-lifted = lifted at { $at }
why-turned = turned over at { $at }
why-placed = put down on { $cell } at { $at }
why-released = released { $place ->
    [on] on { $cell } at { $at }
   *[beside] at { $at }
}
why-laid = laid on its side at { $at }
why-dropped = ring dropped on { $cell } at { $at }
why-taken = ring taken off { $cell } at { $at }
why-timer-turned = timer turned over at { $at }
why-said = said at { $at }
why-named = named by the players at { $at }
why-said-by = said by { $player } at { $at }
why-reported = reported by the sensors at { $at }
why-timer-ran-out = timer ran out at { $at }
why-sand-ran-out = sand ran out at { $at }
why-window-closed = time for the ring over at { $at }
why-match-started = match began at { $at }
why-turn-started = turn of { $player } began at { $at }
why-turn-passed = { $player } passed at { $at }
why-penalty-granted = second ring granted at { $at }
why-refused = refused at { $at }
why-accepted = accepted at { $at }
why-nobody-can-move = nobody can move since { $at }
why-paused = paused since { $at }
why-dark-since = dark since { $at }
why-corrects = This takes the place of ruling { $numbers }.

## Calibration of a board

calibration-empty = The empty board
calibration-way-round = One ring after another
calibration-rings = { $layer ->
    [1] A ring on every lit cell
    [2] The second rings
    [3] The third rings
   *[other] The last ring
}
calibration-walk = One red glass goes round
calibration-glasses = A glass on every lit cell
calibration-turned = Turn the glasses over
calibration-passed = The calibration is good
calibration-failed = { $cells ->
    [one] One cell has failed
   *[other] { $cells } cells have failed
}
calibration-empty-hint = Take everything off the board, then take your hands off.
calibration-broken-hint = Mend this and the test goes on by itself; or press the board’s button to do without these sensors.
calibration-way-round-hint = Drop a ring on the cell that pulses in white, and wait for the next one. { $left ->
    [one] One is left.
   *[other] { $left } are left.
}
calibration-measuring-hint = Hands off for a moment.
calibration-rings-hint = Drop one ring on every cell that pulses in white, in any order. { $left ->
    [one] One is left.
   *[other] { $left } are left.
}
calibration-walk-hint = Put one and the same red glass on the cell that blinks, let go, and go on to the next. { $left ->
    [one] One is left.
   *[other] { $left } are left.
}
calibration-glasses-hint = Every cell that blinks gets a glass of its colour.
calibration-turned-hint = Turn each blinking glass over where it stands.
calibration-stopped-hint = Mend this, clear the board, and press the board’s button to begin again.
calibration-left-hint = Take off what blinks and the test goes on by itself; or press the board’s button if nothing is there.
calibration-missing = { $cell }: a ring is missing here; put it back.
calibration-kept-hint = It is kept and used from now on; the smallest margin is { NUMBER($margin, minimumFractionDigits: 1) } sigmas. Clear the board.
calibration-failed-hint = It is not kept. Press the board’s button to keep it all the same, hold it to leave everything as it was.
calibration-moving = Something moves or a magnet is near: take your hands and magnets away from the board.
calibration-stuck = Cell { $cell }, sensor S{ $sensor }: the reading stands still at { $counts }; check its wire (hardware/wiring.md).
calibration-noisy = Cell { $cell }, sensor S{ $sensor }: the noise is { NUMBER($counts, minimumFractionDigits: 1) } counts; check its solder joints and capacitor (hardware/wiring.md).
calibration-zero-off = Cell { $cell }, sensor S{ $sensor }: the reading is { $counts } and not about 512; take off what lies there and magnets nearby, or replace the sensor.
calibration-gain = Cell { $cell }, sensor S{ $sensor }: it feels { $percent } % of what is usual; check its height and its kind (hardware/parts.md).
calibration-mux-dead = Multiplexer { $number } is dead: check its cable and its 3.3 V (hardware/wiring.md).
calibration-adc = The ADC answers only { $counts }: check MISO, its 3.3 V and chip select (hardware/wiring.md).
calibration-cables = The cables of multiplexers { $numbers } are exchanged: put them right at the ADC’s inputs (hardware/wiring.md).
calibration-select-lines = The select lines { $lines } are exchanged: put their wires right (hardware/wiring.md).
calibration-select-stuck = Select line { $line } does not switch: check its wire (hardware/wiring.md).
calibration-stale = Readings are those of the channel before: raise settle_us in board.toml.
calibration-turned-board = Lights and sensors disagree: the sensor board is turned by { $degrees }° against the lights. Turn it back, or begin the chain of lights at the other corner.
calibration-mirrored = Lights and sensors disagree: one is the mirror image of the other. The sensor board or the chain of lights is upside down.
calibration-chain-reversed = The chain of lights begins at its wrong end: feed it from the other one, or turn cell_order in board.toml round.
calibration-chain-shifted = The chain of lights is one pixel off: one is missing, dead, or too many.
calibration-chain-rows = Every second row of lights runs the wrong way: the chain turns back at the end of each row, or change cell_order in board.toml.
calibration-elsewhere = { $cell } was lit, but a ring came on { $other }.
calibration-no-answer = { $cell } was lit, but no sensor felt a ring.
calibration-take-off = { $cell }: too much lies here; take it off.
calibration-wrong-piece = { $cell }: this is not what the light asks for; take it away and put the right piece there.
calibration-wrong-colour = { $cell }: this glass is of the other colour, or its end has its magnet the wrong way round (hardware/parts.md).
calibration-reversed-ring = { $cell }: the magnets of this ring point inward; take another ring (hardware/parts.md).
calibration-weak = { $cell }: this piece has { $percent } % of its strength; take another one, or see whether it lies flat.
calibration-unclear = { $cell }: it is not clear what is here; take everything of this step off the cell and put it there again.
calibration-misread = Cell { $cell } is still read wrongly; check its sensors’ height (hardware/README.md) and calibrate again.
calibration-margin = Cell { $cell }: the margin is { NUMBER($sigmas, minimumFractionDigits: 1) } sigmas, too little; check its sensors’ height and calibrate again.
cannot-calibrate-playing = The board is not calibrated during a match.
cannot-start-calibrating = The board is being calibrated; end that first.
page-calibrate = Calibrate
page-calibrate-tip = Measure the sensors of this board, guided by its lights; about five minutes.
page-calibration = Calibration
live-calibration-step = Step { $number } of { $steps }, { $done } of { $total }
live-calibration-end = End without keeping it
live-calibration-close = Close
live-calibration-say = { $answer ->
    [keep] Keep it all the same
    [do-without] Go on without these sensors
    [nothing-there] Nothing is there, go on
    [nothing-felt] A ring lies there, nothing is felt
   *[begin-again] Begin again
}
live-calibration-picture = Smallest margin of each cell, in sigmas
live-calibration-margin = { NUMBER($margin, minimumFractionDigits: 1) }
trouble-calibration = The calibration cannot be kept: { $detail }

## Measured sand

page-sand-times = Sand
page-sand-times-tip = How long each hourglass really runs, and how to time it
page-sand-times-title = Measured sand
page-sand-times-close = Close
page-sand-measured = The hourglasses are measured: at 180 s each runs by its own times.
live-sand-timer = neutral timer
live-sand-none = Nothing is measured yet: every glass counts as the time agreed at the start of a match.
live-sand-about = Matches run by these times; a glass is ruled to have run out as much later as the ± says.
live-sand-glass = Glass
live-sand-end = End { $end } down
live-sand-time = { NUMBER($seconds, minimumFractionDigits: 1) } ± { NUMBER($off, minimumFractionDigits: 1) } s
live-sand-from = { $source ->
    [given] given by hand, { $date }
    [learned] learned in play, { $date }
   *[measured] { $runs ->
        [one] 1 run, { $date }
       *[other] { $runs } runs, { $date }
    }
}
live-sand-hands = Fair hands
live-sand-present = As they are, longest against longest, red’s glasses run { NUMBER($first, minimumFractionDigits: 1) }, { NUMBER($second, minimumFractionDigits: 1) } and { NUMBER($third, minimumFractionDigits: 1) } s longer than black’s; { NUMBER($total, minimumFractionDigits: 1) } s in all.
live-sand-fairest = Fairer: { $red } against { $black }. They differ by { NUMBER($first, minimumFractionDigits: 1) }, { NUMBER($second, minimumFractionDigits: 1) } and { NUMBER($third, minimumFractionDigits: 1) } s; { NUMBER($total, minimumFractionDigits: 1) } s in all.
live-sand-stand = The first runs are most alike ({ NUMBER($first, minimumFractionDigits: 1) }, { NUMBER($second, minimumFractionDigits: 1) } and { NUMBER($third, minimumFractionDigits: 1) } s apart) if at the start these ends are down: { $stand }.
live-sand-begin = Time the sand
live-sand-begin-about = Let all glasses run out first. Then turn over the one that shines blue, and press when the white one has run out; three rounds take about 25 minutes.
live-sand-turn = Turn { $hourglass } over now, where it stands.
live-sand-turn-timer = Turn the neutral timer over now.
live-sand-wait = Wait for the next glass.
live-sand-complete = Every end has been timed.
live-sand-progress = { $done } of { $wanted } runs timed
live-sand-left = end { $end } down, about { $seconds } s left
live-sand-any-moment = end { $end } down, any moment
live-sand-ran-out = Has run out
live-sand-undo = Take the last press back
live-sand-end-timing = End
live-sand-moved = { $hourglass } was moved, so its run does not count. Let it run out.
live-sand-missed = Nobody pressed for { $hourglass }, so its run does not count.

## The sensor view

page-sensors = Sensors
page-sensors-back = Board
page-sensors-see = See what the sensors read
page-sensors-layers = What the map shows
page-sensors-map = The board as its sensors read it
page-sensors-field = Readings
page-sensors-off = Deviation
page-sensors-margin = Margin
page-sensors-noise = Noise
page-sensors-drift = Zero drift
page-sensors-choose = Choose a cell to see its last 30 seconds.
page-sensors-signs = Hatched: this sensor is not believed. Dotted edge: something moves. Dashed edge and “?”: uncertain, the players are asked.
page-sensors-plot = Counts as read. Dashed: where the reading should be now. Dotted: what was believed to happen then.
page-sensors-marks = What was believed of the cell, the newest first
live-sensors-unit = { $layer ->
    [margin] σ
   *[other] counts
}
live-sensors-about = { $layer ->
    [field] Reading less its zero: what the magnets do. S0 above, S1 below; small: the cell, and what is believed to be on it (● red glass, ○ black, – none; then the rings).
    [off] Reading less what it should be as the board is believed to stand; at rest it stays within 4 counts. S0 above, S1 below.
    [margin] How much farther off the second-best contents are, in standard deviations, when the cell last came to rest; below them the second best (● red glass, ○ black, – none; then the rings). Bright: thin.
    [noise] How much each reading rushes; about 0.8 is usual, above 2.3 a sensor is not believed. S0 above, S1 below.
   *[drift] How far each zero has wandered since calibration. S0 above, S1 below.
}
live-sensors-glass = { $glass ->
    [red] red glass
    [black] black glass
   *[none] no glass
}
live-sensors-cell = { $cell }: S0 { $s0 }, S1 { $s1 }
live-sensors-cell-margin = { $cell }: margin { $margin } σ
live-sensors-title = { $cell }: { $what }, { $rings ->
    [one] 1 ring
   *[other] { $rings } rings
}
live-sensors-crowded = As many as may are looking already; trying again …
live-sensors-not-yet = The board has not been seen at rest yet; nothing is believed of it.
live-sensors-facts = { NUMBER($scans, minimumFractionDigits: 1) } scans a second; noise { $noise } counts; common drift { $drift } counts.
live-sensors-margin = Margin { $margin } σ; second best: { $glass }, { $rings ->
    [one] 1 ring
   *[other] { $rings } rings
}.
live-sensors-pairs = Noise of S0 and S1: { $noise0 } and { $noise1 } counts; drift: { $drift0 } and { $drift1 }.
live-sensors-untrusted = S{ $sensor } is not believed.
live-sensors-uncertain = What is there is uncertain: the players are asked.
live-sensors-held = A hand still touches the glass.
live-sensors-seems = { $what ->
    [lift] It seems that the glass is being lifted.
    [place] It seems that a glass is being put here.
    [ring] It seems that a ring is coming.
    [take] It seems that a ring is being taken.
   *[unclear] Something is moving here.
}
live-sensors-believed = { $what ->
    [lift] lifted
    [place] placed
    [release] let go
    [ring] ring
   *[take] ring off
}
live-sensors-mark = { NUMBER($seconds, minimumFractionDigits: 1) } s ago: { $what }
live-sensors-ago = { $seconds ->
    [0] now
   *[other] −{ $seconds } s
}
