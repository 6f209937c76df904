### Alles, was Spieler lesen, auf Deutsch. Wie eine Sprache dazukommt, steht in docs/languages.md.
###
### Ein Wort für eine Sache:
###   hourglass, glass  Sanduhr (die); mit Namen: Rot 1 … Schwarz 3
###   ring              Ring; second ring, penalty ring: zweiter Ring, Strafring
###   cell              Feld; full: voll; corner: Ecke; capacity: fassen, Platz für
###   holder            Halter
###   neutral timer     neutrale Uhr (nie „Timer“); empty: leer; binds nobody: bindet niemanden
###   turn over, flip   umdrehen; sand on top: Sand oben; run out: abgelaufen
###   match, level      Partie, Stufe
###   turn              Zug; to move: am Zug; to move a glass: ziehen; pass: passen; sit out: aussetzen
###   ruling, referee   Entscheidung, Schiedsrichter
###   refused           Ungültig: …; put right: in Ordnung bringen
###   tie, draw         Gleichstand, Unentschieden; resign: aufgeben
###   watch             zuschauen
### Wer liest, ist „du“; beide zusammen sind „ihr“. Wer spielt, wird mit Namen genannt, sonst „Gegner“.

## Die Sprache selbst

language-name = Deutsch
decimal-mark = ,
list = { $first } und { $last }

## Namen

player = { $colour ->
    [red] Rot
   *[black] Schwarz
}
hourglass = { $label ->
    [red1] Rot 1
    [red2] Rot 2
    [red3] Rot 3
    [black1] Schwarz 1
    [black2] Schwarz 2
    [black3] Schwarz 3
    [red4] Rot 4
    [red5] Rot 5
    [red6] Rot 6
    [red7] Rot 7
    [red8] Rot 8
    [red9] Rot 9
    [black4] Schwarz 4
    [black5] Schwarz 5
    [black6] Schwarz 6
    [black7] Schwarz 7
    [black8] Schwarz 8
    [black9] Schwarz 9
   *[other] { $label }
}

## Entscheidungen

match-started = Die Partie beginnt auf Stufe { $level }: { $start ->
    [free-placement] Die Sanduhren werden nacheinander eingesetzt
   *[corners] Die Sanduhren stehen auf ihren Ecken
}{ $lateness ->
    [second-ring] ; wer zu spät kommt, schenkt dem Gegner einen zweiten Ring
    [sits-out] ; wer zu spät kommt, setzt einmal aus
   *[none] {""}
}.
turn-started = { $player } ist am Zug.
turn-started-run-out = Die Zeit ist um: { $player } darf ziehen.
move-accepted = { $player } zog { $origin } → { $to }.
move-accepted-late = { $player } zog { $origin } → { $to }, zu spät.
move-accepted-brought-in = { $player } setzte eine Sanduhr auf { $to } ein.
move-accepted-brought-in-late = { $player } setzte eine Sanduhr auf { $to } ein, zu spät.
ring-accepted-regular = { $player } legte einen Ring auf { $cell }; noch { $left }.
ring-accepted-extra = { $opponent } hatte auf { $cell } keinen Ring gelegt, also tat es { $player }; noch { $left }.
ring-accepted-penalty = { $player } legte den Strafring auf { $cell }; noch { $left }.
ring-lapsed = { $player } hat auf { $cell } nicht rechtzeitig einen Ring gelegt.
ring-reassigned = Der letzte Ring auf { $cell } zählt für { $player }; noch { $left }.
act-refused-out-of-turn = Ungültig: { $player } ist nicht am Zug.
act-refused-run-out = Ungültig: Diese Sanduhr ist abgelaufen und bleibt, wo sie ist.
act-refused-own-cell = Ungültig: Eine Sanduhr darf nicht auf ihrem eigenen Feld umgedreht werden.
act-refused-other-glass-first = Ungültig: { $player } muss zuerst jede der drei Sanduhren einmal ziehen.
act-refused-other-glass-first-H41 = Ungültig: { $player } muss zuerst alle drei Sanduhren einsetzen.
act-refused-not-adjacent = Ungültig: { $cells } sind keine Nachbarfelder.
act-refused-occupied = Ungültig: Dieses Feld gehört einer anderen Sanduhr.
act-refused-not-flipped = Ungültig: Diese Sanduhr wurde nicht umgedreht.
act-refused-sand-in-top = Noch nicht bereit: { $hourglass } hat oben noch Sand. Lasst ihn ablaufen und startet dann noch einmal.
act-refused-not-set-up = Noch nicht bereit: { $hourglass } steht nicht auf dem Startfeld.
act-refused-not-set-up-rings = Noch nicht bereit: Auf { $cells } liegen Ringe. Nehmt sie weg.
act-refused-in-pause = { $hourglass } wurde in der Pause bewegt: zurückstellen.
act-refused-in-pause-rings = Die Ringe auf { $cells } haben sich in der Pause verändert: in Ordnung bringen.
act-refused-ring-on-full = Ungültig: { $cells } ist voll. Nimm diesen Ring wieder weg.
act-refused-ring-surplus = Ungültig: { $cells } hat seinen Ring schon. Nimm diesen wieder weg.
act-refused-ring-too-late = Ungültig: Der Ring auf { $cells } kam zu spät. Nimm ihn wieder weg.
act-refused-ring-wrong-cell = Ungültig: Auf { $cells } darf jetzt kein Ring gelegt werden. Nimm ihn wieder weg.
act-refused-ring-taken = Auf { $cells } fehlt ein Ring: zurücklegen.
act-refused-timer-void-H23 = Die neutrale Uhr war nicht leer oder bindet diesen Zug schon: Sie umzudrehen bindet niemanden.
act-refused-timer-void-H24 = Die neutrale Uhr wurde umgedreht, als gerade gezogen war: Sie bindet niemanden.
refusal-cleared = In Ordnung gebracht: { $cells }.
refusal-cleared-nowhere = In Ordnung gebracht.
hourglass-expired = { $player } hat { $hourglass } verloren: Der Sand ist abgelaufen.
timer-started = Die neutrale Uhr läuft: { $player } muss ziehen, bevor sie leer ist.
timer-ran-out-in-time = Die neutrale Uhr ist abgelaufen; { $player } hatte rechtzeitig gezogen.
timer-ran-out-late = { $player } war zu spät: Der Zug war nicht fertig, als die neutrale Uhr ablief.
timer-ran-out-forfeit = { $player } hatte noch nicht begonnen zu ziehen, als die neutrale Uhr ablief.
penalty-granted-late = { $opponent } war zu spät: { $player } darf einen zweiten Ring legen.
penalty-granted-forfeit = { $opponent } verliert den Zug: { $player } darf einen zweiten Ring legen.
penalty-granted-late-turns = { $opponent } war zu spät: { $player } hat { $turns ->
    [one] einen Zug
   *[other] { $turns } Züge hintereinander
}.
penalty-granted-forfeit-turns = { $opponent } verliert den Zug: { $player } hat { $turns ->
    [one] einen Zug
   *[other] { $turns } Züge hintereinander
}.
penalty-lapsed = { $player } hat den Strafring nicht rechtzeitig gelegt.
penalty-lapsed-H30 = { $player } hatte den Strafring noch nicht gelegt; ein neuer tritt an seine Stelle.
turn-passed-blocked = { $player } kann nicht ziehen und passt.
turn-passed-forfeit = { $player } verliert den Zug.
turn-passed-sitting-out = { $player } setzt diesen Zug aus.
warning-hold = { $player } hält { $hourglass } schon lange: hinstellen.
warning-close-to-expiry = Das war knapp: { $hourglass } war fast abgelaufen, als { $player } sie anhob.
warning-count-uncertain = Die Zahl der Ringe auf { $cells } ist zweifelhaft: Seht nach.
warning-node-silent = { $hourglass } ist nicht mehr zu hören: Prüft die Batterie.
warning-sensor-dead = Die Sensoren von { $cells } sind ausgefallen: Was dort geschieht, wird nicht gesehen.
question-tie-close = Welche der letzten Sanduhren lief länger? Beide sagen es.
question-full-cell = Ist das Feld unter dieser Sanduhr voll? Zählt die Ringe; beide sagen es.
question-holder-count = Aus wessen Halter kam der letzte Ring? Beide sagen es.
question-outage = Das Brett war ohne Strom. Steht alles, wo es soll? Beide sagen es.
paused = Pause, wie { $player } wünschte.
resumed = Die Partie geht weiter.
taken-back-move-accepted = Der letzte Zug ist zurückgenommen: Bringt { $cells } in Ordnung.
taken-back-ring-accepted = Der letzte Ring ist zurückgenommen: Nehmt ihn von { $cells } weg.
match-ended-rings = { $player } gewinnt mit { $own_left ->
    [0] keinem Ring
    [one] 1 Ring
   *[other] { $own_left } Ringen
} gegen { $other_left }.
match-ended-full-cell = { $player } gewinnt: { $opponent } zog auf ein volles Feld.
match-ended-last-hourglass = { $player } gewinnt: Bei Gleichstand entscheidet die Sanduhr, die am längsten lief.
match-ended-resigned = { $player } gewinnt: { $opponent } gab auf.
match-ended-last-hourglass-draw = Niemand gewinnt: Ringe und Sand sind gleich.
match-ended-agreed-draw = Unentschieden, wie beide es wollten.
match-ended-tie-draw = Gleichstand: Beide haben noch { $rings ->
    [0] keine Ringe
    [one] 1 Ring
   *[other] { $rings } Ringe
}.

## Regelpunkte, wie die Entscheidungen sie nennen

rule-G-opt = Freie Aufstellung: Die Sanduhren beginnen neben dem Brett, und die ersten drei Züge jedes Spielers setzen sie ein.
rule-G1-1 = Rot beginnt; dann ziehen beide abwechselnd.
rule-G1-2 = Wenn du am Zug bist, musst du eine deiner Sanduhren auf ein freies Nachbarfeld ziehen.
rule-G1-3 = Nach deinem Zug darfst du einen Ring über die gezogene Sanduhr legen.
rule-G1-4 = Ein Feld nimmt nur so viele Ringe, wie es fasst; wer eine Sanduhr auf ein volles Feld zieht, verliert die Partie.
rule-G1-5 = Wer nicht ziehen kann, passt, bis er es wieder kann; der andere macht allein weiter.
rule-G1-6 = Die Partie endet, wenn niemand mehr ziehen kann; wer die wenigsten Ringe übrig hat, gewinnt.
rule-G1-7 = Auf Stufe 1 sind gleich viele Ringe ein Gleichstand.
rule-G2-2 = In den ersten drei Zügen zieht jeder jede seiner drei Sanduhren einmal.
rule-G2-6 = Eine abgelaufene Sanduhr ist verloren: Sie bleibt, wo sie ist.
rule-G2-9 = Bei gleich vielen Ringen gewinnt, wem die Sanduhr gehört, die am längsten läuft.
rule-G3-2 = Du darfst die neutrale Uhr umdrehen: Dann muss dein Gegner ziehen, bevor sie leer ist.
rule-G3-4 = Begonnen, aber nicht losgelassen, als die neutrale Uhr ablief: Der Zug gilt, und der Gegner darf einen zweiten Ring legen.
rule-G3-5 = Du darfst beginnen, sobald dein Gegner seine Sanduhr loslässt oder die neutrale Uhr gegen ihn abläuft.
rule-G3-6 = Nicht begonnen, als die neutrale Uhr ablief: Der Zug ist verloren, und der Gegner darf einen zweiten Ring legen.
rule-G98-1 = Regel von 1998: Wer zu spät kommt, beendet den Zug und setzt dann einmal aus.
rule-G98-2 = Regel von 1998: Wer nicht rechtzeitig beginnt, verliert diesen Zug und den nächsten.
rule-G98-3 = Regel von 1998: Ein auszusetzender Zug verfällt, sobald er an der Reihe ist.
rule-H2 = Dein Ring muss deinem Zug sofort folgen: Wie viel Zeit bleibt, ist eine Einstellung der Partie.
rule-H3 = Legst du nicht rechtzeitig einen Ring, darf dein Gegner dort einen seiner Ringe legen, bis er selbst zu ziehen beginnt.
rule-H5 = Wessen Ring es ist, folgt daraus, wo und wann er fällt; beide zusammen können es berichtigen.
rule-H6 = Ein Ring zählt nur, wo jemand in diesem Augenblick einen legen darf.
rule-H9 = Ein Zug wird beurteilt, wenn die Sanduhr losgelassen wird; was ungültig ist, kommt in Ordnung, und die Zeit läuft weiter.
rule-H11 = Eine gezogene Sanduhr muss umgedreht werden, spätestens einen Augenblick nachdem sie steht.
rule-H12 = Eine Sanduhr auf einem vollen Feld wird beurteilt, wenn sie eine Sekunde gestanden hat; im Zweifel werdet ihr gefragt.
rule-H14 = Eine Sanduhr, die lange in der Luft oder auf der Seite ist, bringt eine Verwarnung; die Uhren laufen weiter.
rule-H18 = Eine Partie beginnt mit allen Sanduhren auf den Startfeldern, ohne Sand oben und ohne Ringe auf dem Brett.
rule-H20 = Jede Sanduhr hat ihre eigene gemessene Laufzeit; kurz vor dem Ende gilt, was die Spieler sehen.
rule-H23 = Die neutrale Uhr bindet, wer gerade am Zug ist, einmal in jedem Zug und nur, wenn sie beim Umdrehen leer war.
rule-H24 = Im Augenblick eines Zuges oder gleich danach umgedreht, galt die neutrale Uhr dem Zug, der zu Ende ist.
rule-H27 = Wer im selben Augenblick loslässt, in dem die neutrale Uhr abläuft, ist rechtzeitig.
rule-H28 = Wer nichts Eigenes in der Luft hat, wenn die neutrale Uhr abläuft, oder es ungezogen zurückstellt, verliert den Zug.
rule-H30 = Jeder hat höchstens einen Strafring zu legen: Ein neuer beendet den alten.
rule-H31 = Der Strafring muss in den wenigen Sekunden nach dem eigenen Zug gelegt werden.
rule-H37 = Laufen die letzten Sanduhren zu knapp nacheinander ab, werdet ihr gefragt; sonst entscheiden die davor.
rule-H39 = Aufgeben kann jeder allein; Unentschieden, Zurücknehmen und Weiterspielen brauchen beide.
rule-H40 = Was die Spieler antworten, zählt wie alles, was ihre Hände tun, und wird aufbewahrt.
rule-H41 = Bei freier Aufstellung zieht niemand eine Sanduhr auf dem Brett, bevor seine drei dort stehen.
rule-architecture = Was am Brett ausfällt, wird gesagt, und die Partie geht weiter, so gut es ehrlich geht.

## Über dem Brett: wer am Zug ist und was zu tun ist

headline-sensing = Das Brett wird angesehen …
headline-rings-on-board = Nehmt die Ringe vom Brett
headline-corners = Stellt die Sanduhren auf ihre Ecken
headline-set-up = Baut das Brett auf
headline-ready = Bereit
headline-paused = Pause
headline-awaiting-sand = Gleich viele Ringe: Der Sand entscheidet
headline-over = Die Partie ist zu Ende
headline-nobody-moves = Niemand kann ziehen
headline-to-move = { $player } ist am Zug
hint-sensing = Nehmt kurz die Hände weg.
hint-rings-on-board = Jeder Ring kommt zurück in einen Halter, 32 in jeden.
hint-corners = Die Lichter zeigen, welche Ecke auf welche Farbe wartet.
hint-set-up = Sanduhren auf die Ecken, oder neben das Brett für freie Aufstellung.
hint-sand-in-top = Die Stufen 2 und 3 warten, bis der Sand von { $hourglasses } abgelaufen ist.
hint-ready = Startet eine Partie auf dieser Seite oder haltet den Knopf am Brett gedrückt.
hint-paused = Legt alle Sanduhren auf die Seite. Beide sagen, wann es weitergeht.
hint-awaiting-sand = Es gewinnt, wem die letzte laufende Sanduhr gehört. Hände weg.
hint-nobody-moves = Die Partie endet, wenn kein Ring mehr kommen darf.
hint-each-glass-once = Erst muss jede der drei Sanduhren einmal ziehen, dann dürfen sie es wieder.
hint-bring-in = Setze deine drei Sanduhren ein, jede auf ein freies Feld deiner Wahl.
hint-then-next = { $first } Dann das nächste blinkende Feld.
restore-take-off-board = Nimm { $hourglass } wieder vom Brett.
restore-turn-over = Drehe { $hourglass } um, wo sie steht, oder stelle sie zurück auf { $cell }.
restore-turn-again = Drehe { $hourglass } auf { $cell } noch einmal um.
restore-put-back = Stelle { $hourglass } zurück auf { $cell }.
restore-put-back-turned = Stelle { $hourglass } zurück auf { $cell }, noch einmal umgedreht.
restore-take-ring = Nimm den obersten Ring von { $cell } weg.
restore-return-ring = Lege den Ring zurück auf { $cell }.

## Fragen an die Spieler

asked-tie-close = Welche Sanduhr lief länger, { $first } oder { $second }? Beide sagen es.
asked-owner = Gehört der letzte Ring auf { $cell } { $player }? Das müssen beide sagen.
asked-which-node = Welcher Sender steckt in { $hourglass }? Hebt sie kurz von { $cell } und stellt sie so zurück, wie sie stand.
asked-which-glass = Welche Sanduhr steht auf { $cell }? Sie gilt als { $hourglass }. Hebt sie kurz und stellt sie so zurück, wie sie stand, oder beide sagen es.
asked-draw = { $player } bietet Unentschieden an.
asked-undo = { $player } möchte den letzten Zug oder Ring zurücknehmen.
asked-pause = { $player } bittet um eine Pause.
asked-resume = { $player } ist bereit weiterzuspielen.

## Ausfälle; die Einzelheit steht auf Englisch da, wie im Protokoll des Bretts

trouble-sensors = Die Sensoren sind nicht lesbar: { $detail }
trouble-journal = Die Partie lässt sich nicht aufbewahren, deshalb wird nichts Neues gezeigt: { $detail }
trouble-lights = Die Lichter sind ausgefallen, alles andere läuft weiter: { $detail }
trouble-recording = Messwerte und Pakete werden nicht mehr aufgezeichnet, alles andere läuft weiter: { $detail }
trouble-board = Ein Teil des Bretts ist ausgefallen, alles andere läuft weiter: { $detail }

## Wie es den Teilen des Bretts geht

neutral-timer = Neutrale Uhr
health-dark-unknown = Keine Uhr weiß, wie lange das Brett dunkel war; gezählt werden { $seconds } s. Seht nach den Sanduhren, ehe ihr weiterspielt.
health-supply-low = Die Spannung der Versorgung ist zu niedrig: Sensoren und Funk können ausfallen. Nimm ein stärkeres Netzteil und ein kürzeres Kabel.
health-supply-was-low = Die Spannung der Versorgung war seit dem Einschalten schon zu niedrig. Nimm ein stärkeres Netzteil und ein kürzeres Kabel.
health-slowed = Der Rechner wird durch Hitze oder seine Versorgung gebremst; Messwerte können fehlen. Gib ihm Luft.
health-no-radio = Es gibt keinen Funk: dass eine Sanduhr umgedreht wurde, wird aus ihrem Zug geschlossen.
health-radio-fails = Bluetooth: das Horchen lässt sich nicht beginnen ({ $detail }). Umdrehen wird aus Zügen geschlossen.
health-radio-no-node = Bluetooth: andere Geräte sind zu hören, aber keine Sanduhr. Drehe eine um, damit sie aufwacht, oder kopple sie neu.
health-radio-silent = Bluetooth: gar nichts ist zu hören. Prüfe den Adapter. Umdrehen wird aus Zügen geschlossen.
health-doubled = { $glass }: zwei Sender mit ihrer Adresse sind zu hören. Schalte den ab, der nicht zu diesem Brett gehört, oder kopple neu.
health-battery-low = { $glass }: der Akku ist schwach ({ $percent } %). Lade ihn vor der nächsten Partie.
health-battery-ends = { $glass }: der Akku ist schwach ({ $percent } %) und reicht noch etwa { $minutes } Minuten. Lade ihn vor der nächsten Partie.
health-silent = { $glass }: ihr Sender schweigt seit { $minutes ->
    [0] einer Weile
    [one] einer Minute
   *[other] { $minutes } Minuten
}. Drehe sie um, damit er aufwacht; lade ihn oder kopple einen anderen an seiner Stelle.
health-unheard = Noch nichts zu hören von { $glasses }. Drehe jede einmal um; hilft das nicht, lade sie oder kopple sie neu.
health-unpaired = Kein Sender ist bekannt für { $glasses }: kopple sie, dann wird ihr Umdrehen gehört statt erschlossen.
finding-stuck = Feld { $cell }, Sensor S{ $sensor }: der Messwert steht still bei { $counts }. Prüfe seinen Draht.
finding-noise = Feld { $cell }, Sensor S{ $sensor }: der Messwert rauscht um { $counts } Stufen. Prüfe Lötstellen und Kondensator.
finding-drift-off = Feld { $cell }, Sensor S{ $sensor }: der Messwert ist von selbst um { $counts } Stufen weggelaufen. Prüfe oder ersetze ihn.
finding-mux-dead = Multiplexer { $number } ist tot: { $cells } sind nicht zu lesen. Prüfe sein Flachbandkabel und seine 3,3 V.
finding-adc = Der Wandler antwortet nur { $level ->
    [zeros] Nullen
   *[ones] Einsen
}: kein Feld ist zu lesen. Prüfe MISO, seine 3,3 V und Chip Select.
finding-stale = Die Sensoren von { $cells } schwingen zu langsam ein und zeigen ihre Nachbarn am Multiplexer. Erhöhe multiplexers.settle_us in board.toml.
finding-select-stuck = Auswahlleitung S{ $line } bleibt { $level ->
    [high] auf 1
   *[low] auf 0
}: { $sensors } Sensoren werden nicht gelesen, andere doppelt. Prüfe ihren Draht.
finding-cables = Die Kabel der Multiplexer { $one } und { $other } sind vertauscht. Tausche sie an den Eingängen des Wandlers.
finding-spi-gone = { NUMBER($seconds, minimumFractionDigits: 1) } s lang kamen keine Messwerte; Hände blieben ungesehen. Kommt das wieder, und ist der Rechner nicht nur beschäftigt, prüfe die SPI-Drähte.
finding-misfit = Die Messwerte von { $cells } Feldern passen zu keinen Steinen recht: das Brett ist nicht eingemessen, oder ein Magnet ist nahe. Miss es ein: auf dieser Seite, oder halte die Knöpfe von Rot und Schwarz zusammen.
finding-common-step = Alle Messwerte sprangen zugleich um { $counts } Stufen: das Brett wurde gekippt, oder seine Versorgung änderte sich. Kommt das wieder, prüfe den 3,3-V-Regler.
finding-magnet = Bei { $cells } liegt ein Magnet oder ein großes Stück Eisen. Nimm es vom Brett weg.
finding-drift = Die Nullpunkte sind um { $counts } Stufen gewandert, weiter als ihnen gefolgt wird. Miss das Brett neu ein.

## Koppeln: welcher Sender in welcher Sanduhr ist

cannot-pair-playing = Es läuft eine Partie; dass eine Sanduhr ohne Sender umgedreht wird, wird aus ihren Zügen geschlossen. Kopple sie, wenn die Partie vorbei ist.
cannot-start-pairing = Gerade werden Sender gekoppelt; beende das zuerst.
trouble-pairing = Die Kopplung gilt nur, bis der Strom aus ist: { $detail }
pairing-turn = Drehe die Sanduhr auf { $cell } um ({ $glass }).
pairing-turn-timer = Drehe die neutrale Uhr { $times ->
    [1] noch einmal um
   *[other] um
}.
pairing-hint = Nimm sie heraus, drehe sie um, stelle sie zurück; die anderen bleiben stehen.
pairing-done = { $count ->
    [0] Nichts wurde gekoppelt.
    [one] Ein Sender ist gekoppelt.
   *[other] { $count } Sender sind gekoppelt.
}
pairing-hint-done = Sie gelten ab jetzt.
pairing-several = { $count } Sender wurden zugleich umgedreht. Drehe diese Sanduhr noch einmal um.
pairing-taken = Das war der Sender von { $glass }, eben erst gekoppelt. Drehe die Sanduhr um, deren Feld blinkt.
pairing-unsure = Ein Sender hat ein Umdrehen gemeldet, aber er kann zu einem anderen Brett gehören. Drehe diese Sanduhr zur Sicherheit noch einmal um.
pairing-anothers = Das war bisher der Sender von { $glass }. Drehe diese Sanduhr noch einmal um, wenn er jetzt in ihr ist.
pairing-changed = Diesmal wurde ein anderer Sender umgedreht als zuvor. Drehe diese Sanduhr noch einmal um.
pairing-silent = Kein Sender hat ein Umdrehen gemeldet. Ist er geladen? Drehe die Sanduhr noch einmal um, oder überspringe sie.

## Was nicht geht

cannot-watching = Du schaust zu; mit der PIN des Bretts kannst du ziehen und entscheiden.
cannot-move-real-pieces = Die Steine dieses Bretts sind echt: Bewege sie dort, die Seite zeigt es.
cannot-wrong-pin = Das ist nicht die PIN; wem das Brett gehört, sieht sie, wo es gestartet wurde.
cannot-guess-more = Zu viele falsche PINs; versuche es in { $seconds } s wieder.
cannot-name-player = Der Name eines Spielers hat 1 bis { $most } druckbare Zeichen.
cannot-start-sensing = Das Brett wird noch angesehen; versuche es gleich noch einmal.
cannot-start-playing = Es läuft eine Partie; gebt auf, einigt euch auf Unentschieden oder spielt sie erst zu Ende.
cannot-count-holders = holders=counted braucht Waagen unter den Haltern, und dieses Brett hat keine.
cannot-set-up-yet = Eine Hand ist noch unterwegs; versuche es gleich noch einmal.
cannot-lift = { $hourglass } lässt sich gerade nicht anheben.
cannot-place = { $hourglass } lässt sich gerade nicht auf { $cell } stellen.
cannot-turn = { $hourglass } lässt sich gerade nicht umdrehen.
cannot-set-aside = { $hourglass } lässt sich gerade nicht neben das Brett stellen.
cannot-drop-ring = Auf { $cell } lässt sich gerade kein Ring legen.
cannot-take-ring = Von { $cell } lässt sich gerade kein Ring wegnehmen.
cannot-turn-timer = Die neutrale Uhr lässt sich gerade nicht umdrehen.
cannot-time-playing = Es läuft eine Partie; der Sand wird ein andermal gemessen.
cannot-time-none-due = Noch ist keine Sanduhr fällig; drücke, wenn die beleuchtete abgelaufen ist.

## Die Seite, wie sie sich öffnet

page-description = Das Brett, seine Sanduhren und sein Schiedsrichter
page-noscript = Diese Seite zeichnet das Brett mit JavaScript; bitte erlaube es für diese Adresse.
page-bar = Partie
page-new-match = Neue Partie
page-say = Ansagen …
page-set-up = Aufbauen
page-set-up-tip = Alle Sanduhren auf ihre Ecken, alle Ringe in die Halter.
page-help = Hilfe
page-help-tip = Was hier zu tun ist (?)
page-health = Zustand
page-health-tip = Wie es Sensoren, Sendern, Funk und Versorgung geht
page-health-title = Wie es dem Brett geht
page-health-nodes = Die Sender in den Sanduhren
page-health-glass = Sanduhr
page-health-battery = Akku
page-health-heard = Gehört
page-health-per-minute = je min
page-health-signal = Empfang
page-health-firmware = Fassung
page-health-clock = Gang
page-pair = Alle Sender koppeln
page-pair-tip = Findet heraus, welcher Sender in welcher Sanduhr ist: Drehe die Sanduhr um, deren Feld leuchtet.
live-pairing-skip = Überspringen
live-pairing-end = Beenden
page-close = Schließen
page-language = Sprache
page-watching = Zuschauen
page-board = Brett
page-cells = Die 37 Felder; Pfeiltasten gehen von Feld zu Feld
page-turning = Unterwegs umdrehen
page-turning-tip = Ein Zug dreht die Sanduhr um, in einem Schwung. Halte beim Loslassen die Umschalttaste, oder schalte dies aus, um eine Sanduhr nicht umgedreht hinzustellen.
page-connecting = Verbinde …
page-start-match = Partie starten
page-notes = Fragen und Ausfälle
page-rulings = Entscheidungen
page-no-rulings = Noch ist nichts entschieden.
live-provisional = vorläufig
live-provisional-tip = Eine Sanduhr oder ein Feld war nicht deutlich zu erkennen. Diese Entscheidung kann noch berichtigt werden, aber nur einmal.
live-withdrawn = hinfällig
live-withdrawn-tip = Etwas wurde erst spät bekannt: Eine andere Entscheidung ist an die Stelle dieser getreten.
page-level = Stufe
page-level-1 = 1 · Ohne Zeit
page-level-1-about = Eine Sanduhr ziehen, einen Ring legen. Nichts läuft ab.
page-level-2 = 2 · Der Sand läuft
page-level-2-about = Jeder Zug dreht seine Sanduhr um; eine abgelaufene ist verloren.
page-level-3 = 3 · Die neutrale Uhr
page-level-3-about = Wie Stufe 2, und du darfst deinen Gegner zwingen, rechtzeitig zu ziehen.
page-late = Wer zu spät kommt
page-late-second-ring = schenkt einen Ring
page-late-second-ring-about = Der Gegner legt ihn auf irgendein Feld, das nicht voll ist.
page-late-sits-out = setzt aus
page-late-sits-out-about = Regel der ersten Ausgabe: Der Gegner zieht zweimal.
page-glasses-begin = Die Sanduhren beginnen
page-corners = auf den Ecken
page-corners-about = Der übliche Anfang.
page-beside = neben dem Brett
page-beside-about = Drei Züge setzen sie ein.
page-red = Rot
page-black = Schwarz
page-sand = Sand, Sekunden
page-cancel = Abbrechen
page-start = Starten
page-unlock-title = Diese Seite freischalten
page-unlock-about = Zuschauen dürfen alle. Um zu ziehen, zu starten oder zu entscheiden, gib die PIN ein; wem das Brett gehört, sieht sie, wo es gestartet wurde.
page-pin = PIN
page-go-on-watching = Nur zuschauen
page-unlock = Freischalten
page-no = Nein
page-yes = Ja
page-help-move = Ziehen
page-help-move-about = Ziehe eine Sanduhr auf ein leuchtendes Feld. Sie wird unterwegs umgedreht; mit der <kbd>Umschalttaste</kbd> oder dem Schalter bleibt sie, wie sie ist.
page-help-turn = Drehen
page-help-turn-about = Doppelklicke eine Sanduhr, um sie umzudrehen, wo sie steht.
page-help-ring = Ring
page-help-ring-about = Klicke auf einen Halter, dann auf das Feld. Nach einem Zug bleiben dafür drei Sekunden.
page-help-timer = Uhr
page-help-timer-about = Auf Stufe 3: Klicke auf die neutrale Uhr, während dein Gegner am Zug ist.
page-help-take = Nehmen
page-help-take-about = Ein ungültiger Ring blinkt: Klicke ihn an. Rechtsklick oder langes Drücken nimmt jeden obersten Ring weg.
page-help-keys = <kbd>←↑↓→</kbd> Felder <kbd>Eingabe</kbd> nehmen, hinstellen <kbd>F</kbd> umdrehen <kbd>R</kbd> <kbd>Eingabe</kbd> Ring <kbd>T</kbd> neutrale Uhr <kbd>Entf</kbd> Ring wegnehmen <kbd>Esc</kbd> abbrechen <kbd>?</kbd> diese Hilfe
page-help-real = Die Steine dieses Bretts sind echt: Bewege sie dort, die Seite zeigt es. Hier kannst du eine Partie starten und dem Schiedsrichter sagen, worüber ihr einig seid.
page-help-move-touch = Zieh eine Sanduhr mit einem Finger auf ein leuchtendes Feld. Sie wird unterwegs umgedreht; der Schalter unter dem Brett lässt sie, wie sie ist.
page-help-turn-touch = Tippe zweimal auf eine Sanduhr, um sie an ihrem Platz umzudrehen.
page-help-ring-touch = Tippe auf einen Halter, dann auf das Feld. Nach einem Zug sind dafür drei Sekunden Zeit.
page-help-timer-touch = Auf Stufe 3 tippe im Zug deines Gegners auf die Karte der neutralen Uhr.
page-help-take-touch = Ein ungültiger Ring blinkt: tippe ihn an. Langes Drücken nimmt jeden obersten Ring.
page-help-scenario = Ein Szenario bewegt die Steine dieses virtuellen Bretts; du schaust zu. Zu tun ist hier nichts: Entscheidungen stehen mit ihren Gründen da, und eine Entscheidung öffnet sich, wenn man sie anklickt.
page-help-aim = Ziel
page-help-aim-about = Werde deine Ringe los. Kann niemand mehr ziehen, gewinnt, wer weniger übrig hat. Wer auf ein volles Feld (✕) zieht, verliert sofort.
page-help-see = Sehen
page-help-see-red = gefüllt: Rot.
page-help-see-black = hohl: Schwarz.
page-help-see-more = Gepunktete Kreise: Ringe, die noch passen. Der Bogen um eine Sanduhr ist ihr Sand.
page-got-it = Verstanden

## Die Seite, während sie lebt

live-playing = Mitspielen
live-playing-tip = Diese Seite darf ziehen und entscheiden.
live-watching = Zuschauen
live-watching-tip = Diese Seite schaut nur zu; klicke, um die PIN einzugeben.
live-disconnected = Die Verbindung zum Brett ist unterbrochen; neuer Versuch …
live-no-connection = Gerade besteht keine Verbindung zum Brett.
live-connection-lost = Die Verbindung zum Brett ist abgebrochen.
live-health = Zustand
live-health-condition = { $condition ->
    [ok] Alles in Ordnung.
    [warning] Etwas möchte beachtet werden.
   *[fail] Etwas geht nicht.
}
live-health-percent = { $percent } %
live-health-left = noch { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h
}
live-health-dbm = { $dbm } dBm
live-health-ppm = { $ppm } ppm
live-health-seconds-ago = vor { $seconds } s
live-health-minutes-ago = vor { $minutes } min
live-health-state = { $state ->
    [asleep] schläft
    [unheard] noch nicht
   *[unpaired] nicht gekoppelt
}
live-health-sensors = { $dead ->
    [0] Alle 74 Sensoren werden gelesen.
    [one] Einem von 74 Sensoren wird nicht geglaubt.
   *[other] { $dead } von 74 Sensoren wird nicht geglaubt.
}
live-health-noise = Rauschen: { $counts } Stufen.
live-health-strangers = Sender anderer Bretter zu hören: { $count }.
live-health-supply = { $supply ->
    [well] Die Versorgung ist in Ordnung.
    [low] Die Spannung der Versorgung ist zu niedrig.
   *[unknown] Über die Versorgung sagt hier nichts etwas.
}
live-pairing-count = { $number } von { $count }
live-pairing-found = { $glass }: { $address }{ $news ->
    [new] , neu
   *[known] {""}
}
live-pair-one = koppeln
live-pair-one-tip = In { $glass } ist ein anderer Sender: kopple ihn.
live-help-title = { $situation ->
    [fingers] So spielst du mit den Fingern
    [mouse] So spielst du mit der Maus
    [real] Am Brett
   *[scenario] Was hier zu sehen ist
}
live-level = Stufe { $level }
live-late-sits-out = zu spät: setzt aus
live-late-second-ring = zu spät: zweiter Ring
live-turn = Zug { $number }
live-rings-left = { $count ->
    [one] Ring übrig
   *[other] Ringe übrig
}
live-player = { $player }, { $colour ->
    [red] Rot
   *[black] Schwarz
}
live-holder = Halter von { $player }: { $count ->
    [0] keine Ringe übrig
    [one] 1 Ring übrig
   *[other] { $count } Ringe übrig
}
live-holder-tip = Klicke, dann klicke auf ein Feld: ein Ring aus diesem Halter. Nach deinem Zug darfst du einen über die gezogene Sanduhr legen, innerhalb von drei Sekunden.
live-second-ring-runs = zweiter Ring: { NUMBER($seconds, minimumFractionDigits: 1) } s
live-second-ring = darf zweiten Ring legen
live-sits-out = setzt { $turns ->
    [one] einmal
   *[other] { $turns }-mal
} aus
live-timer-runs = die Uhr läuft
live-to-move = am Zug
live-timer = Neutrale Uhr, { $seconds } s
live-timer-tip = Während dein Gegner am Zug ist, darfst du die neutrale Uhr umdrehen: Dann muss er ziehen, bevor sie leer ist. Das geht nur, wenn sie oben leer ist.
live-timer-left = { NUMBER($seconds, minimumFractionDigits: 1) } s
live-timer-empty = leer
live-timer-ready = darf umgedreht werden
live-timer-against = gegen { $player }
live-timer-nobody = bindet niemanden
live-go-on = Beide sagen, wann es weitergeht.
live-says-which = { $player }: Es ist { $hourglass }
live-says-full = { $player }: Es ist voll
live-is-ready = { $player } ist bereit
live-is-ready-too = { $player } ist auch bereit
live-agrees = { $player } ist einverstanden
live-ran-longer = { $hourglass } lief länger
live-both-say-so = Ja, das sagen beide
live-beside = neben dem Brett
live-glass-beside = { $hourglass }, neben dem Brett
live-cell = { $cell }: { $what }, { $rings } von { $capacity } { $capacity ->
    [one] Ring
   *[other] Ringen
}
live-no-glass = keine Sanduhr
live-cell-full = voll
live-cell-target = erlaubtes Ziel
live-cell-can-move = kann ziehen
live-cell-run-out = abgelaufen
live-cell-ring-due = ein Ring darf gelegt werden
live-cell-penalty = ein zweiter Ring darf gelegt werden
live-cell-ring-refused = ein ungültiger Ring, wegnehmen
live-cell-ring-missing = ein Ring fehlt, zurücklegen
live-cell-wanted = hierher gehört eine Sanduhr
live-cell-wrong = in Ordnung bringen
live-cell-uncertain = die Sensoren sind nicht sicher
live-note-take-off = wegnehmen
live-note-put-back = zurücklegen
live-note-stand-up = aufstellen
live-note-turn = umdrehen
live-note-refused = { $reason ->
    [out-of-turn] nicht am Zug
    [run-out] abgelaufen
    [own-cell] zurückdrehen
    [other-glass-first] andere zuerst
    [not-adjacent] zu weit
    [occupied] besetzt
    [not-flipped] umdrehen
    [sand-in-top] Sand oben
    [not-set-up] falscher Platz
   *[other] zurückstellen
}
live-tip = { $cell } fasst { $capacity }, hat { $rings ->
    [0] keine Ringe
    [one] 1 Ring
   *[other] { $rings } Ringe
}.
live-tip-full = Voll: Wer eine Sanduhr hierher zieht, verliert die Partie sofort.
live-tip-run-out = { $hourglass } ist abgelaufen: Sie bleibt hier.
live-tip-not-started = { $hourglass } wurde noch nicht umgedreht.
live-tip-can-move = { $hourglass } kann ziehen.
live-tip-ring-due = Hier darf jetzt ein Ring gelegt werden.
live-tip-penalty = Hier darf ein zweiter Ring gelegt werden.
live-tip-ring-refused = Der oberste Ring ist ungültig: Klicke, um ihn wegzunehmen.
live-in-hand = { $hourglass } ist in deiner Hand.
live-ring-in-hand = Ein Ring von { $player } ist in deiner Hand.
live-occupied = Auf { $cell } steht schon { $hourglass }.
live-will-turn = Unterwegs wird umgedreht.
live-will-not-turn = Es wird nicht umgedreht.
live-match-runs = Es läuft eine Partie
live-match-runs-about = Sie muss erst enden. Wollen beide ein Unentschieden? Es kann auch jemand aufgeben: „Ansagen …“.
live-resign = Aufgeben
live-resign-tip = Beendet die Partie sofort.
live-draw = Unentschieden anbieten
live-draw-tip = Das müssen beide wollen.
live-undo = Zurücknehmen
live-undo-tip = Nimmt den letzten gültigen Zug oder Ring zurück; das müssen beide wollen.
live-pause = Pause
live-pause-tip = Legt alle Sanduhren auf die Seite.
live-resume = Weiterspielen
live-resume-tip = Das müssen beide wollen.
live-wins = { $player } gewinnt
live-a-draw = Unentschieden
live-score = Ringe übrig
live-look = Brett ansehen
live-new-match = Neue Partie
live-tell-referee = Dem Schiedsrichter sagen
live-what-you-see = Was ihr seht
live-glass = Sanduhr
live-cell-choice = Feld
live-has-run-out = ist abgelaufen
live-still-runs = läuft noch
live-ring-on = Der Ring auf
live-ring-is-of = gehört { $player }
live-close = Schließen
live-resigns = Gibt { $player } auf?
live-resigns-about = Die Partie endet, die andere Seite gewinnt.

## Warum: worauf eine Entscheidung beruht

why-ms = { $ms } ms
why-seconds = { $seconds } s
why-clock = { $minutes }:{ $seconds },{ $thousandths }
why-doubt = ; Unsicherheit { $time }
why-released-timer = Losgelassen { $when ->
    [before] { $time } vor Ablauf der neutralen Uhr
    [after] { $time } nach Ablauf der neutralen Uhr
   *[at] genau bei Ablauf der neutralen Uhr
}{ $doubt }.
why-turned-timer = Umgedreht { $when ->
    [before] { $time } vor Ablauf der neutralen Uhr
    [after] { $time } nach Ablauf der neutralen Uhr
   *[at] genau bei Ablauf der neutralen Uhr
}{ $doubt }.
why-lifted-timer = Angehoben { $when ->
    [before] { $time } vor Ablauf der neutralen Uhr
    [after] { $time } nach Ablauf der neutralen Uhr
   *[at] genau bei Ablauf der neutralen Uhr
}, und da noch in der Hand{ $doubt }.
why-passed-timer = { $player } hatte gepasst: { $when ->
    [before] { $time } vor Ablauf der neutralen Uhr
    [after] { $time } nach Ablauf der neutralen Uhr
   *[at] genau bei Ablauf der neutralen Uhr
}{ $doubt }.
why-lifted-sand = Angehoben { $when ->
    [before] { $time } vor dem Ablaufen ihres Sandes
    [after] { $time } nach dem Ablaufen ihres Sandes
   *[at] genau beim Ablaufen ihres Sandes
}{ $doubt }.
why-in-window = Der Ring fiel { $time } nach dem Loslassen, { $left } vor dem Ende seiner Zeit{ $doubt }.
why-window-left = Der Ring fiel { $left } vor dem Ende seiner Zeit{ $doubt }.
why-ring-waited = Der Ring lag schon da, als die Sanduhr losgelassen wurde.
why-window-passed = In { $time } fiel kein Ring.
why-moved-again = { $time } nach dem Loslassen zog derselbe Spieler wieder; damit endet die Zeit für den Ring.
why-after-window = Er fiel { $time } nach dem Ende der Zeit für den Ring{ $doubt }.
why-timer-after-release = Umgedreht { $time } nach dem letzten Loslassen{ $doubt }.
why-timer-grace = Umgedreht { $time } nach einem Loslassen; bis { $grace } danach gilt das dem beendeten Zug{ $doubt }.
why-timer-runs = Die neutrale Uhr läuft { $time }.
why-touched = Die Hand blieb { $time } daran; das zählt als losgelassen.
why-held = Seit { $time } nicht hingestellt.
why-stood = Sie stand { $time } da, lange genug, um sicher zu sein.
why-not-turned = In { $time } nach dem Loslassen nicht umgedreht.
why-ran = Der Sand lief { $time }{ $doubt }.
why-running-time = Gemessene Laufzeit auf dieser Seite: { $time }{ $doubt }.
why-sand-left = Oben war noch Sand für { $time }{ $doubt }.
why-ran-longer = Die Sanduhr von { $player } lief { $time } länger{ $doubt }.
why-ran-alike = Beide liefen im selben Augenblick ab{ $doubt }.
why-counts-as-equal = Ein Unterschied bis { $time } gilt als gleich.
why-was-dark = Das Brett war { $time } ohne Strom.
why-distance = Die Felder liegen { $count } Schritte auseinander; ein Zug ist ein Schritt.
why-rings = { $cell } hat { $limit ->
    [0] { $count ->
        [one] 1 Ring
       *[other] { $count } Ringe
    }, und keiner gehört dahin
    [one] { $count } von 1 Ring
   *[other] { $count } von { $limit } Ringen
}.
why-turns = Seit sie zuletzt gültig stand, wurde sie { $count ->
    [0] nicht
    [one] einmal
   *[other] { $count }-mal
} umgedreht.
why-turn-inferred = Dass { $hourglass } umgedreht wurde, folgt aus dem Zug; zu hören war sie nicht.
why-name-presumed = Dass es { $hourglass } war, ist angenommen; ihr Sender unterscheidet sie nicht von einer anderen Sanduhr ihrer Farbe.
why-held-by = Auf { $cell } gehört { $hourglass }.
why-not-moved-yet = Zuerst { $glasses ->
    [one] muss
   *[other] müssen
} { $hourglasses } ziehen.
why-lost = { $hourglasses } { $glasses ->
    [one] ist
   *[other] sind
} abgelaufen.
why-no-way = Jedes Feld neben { $hourglasses } ist besetzt oder voll.
why-has-ring = Der letzte Zug von { $player } nach { $cell } hat seinen Ring.
why-no-window = Beim letzten Zug von { $player } nach { $cell } war kein Platz oder kein Ring dafür da.
why-newest-cell = { $player } zog zuletzt nach { $cell }.
why-turn-is-bound = Für diesen Zug von { $player } wurde die neutrale Uhr schon umgedreht.
why-end-down = Sie steht auf Seite { $count ->
    [0] A
   *[1] B
}.
why-fines-left = { $player } muss { $count ->
    [0] danach nicht mehr
    [one] noch einmal
   *[other] noch { $count }-mal
} aussetzen.
why-ringless-moves = { $count } Züge nacheinander kamen ohne Ring; { $limit } beenden die Partie.
why-rings-changed = Auf { $cell } { $count ->
    [one] liegt 1 Ring
   *[other] liegen { $count } Ringe
} { $change ->
    [fewer] weniger
   *[more] mehr
} als vor der Pause.
why-seat = { $hourglass } steht { $place ->
    [beside] neben dem Brett
   *[on] auf { $cell }
}.
why-home = Sie beginnt { $place ->
    [beside] neben dem Brett
   *[on] auf { $cell }
}.
why-living = { $hourglasses } { $glasses ->
    [one] hat
   *[other] haben
} noch Sand oben.
why-never-ran = { $player } hat keine andere Sanduhr zum Vergleichen.
why-instants = Beruht auf: { $instants }.
why-instants-of = { $hourglass }: { $instants }.
why-lifted = angehoben um { $at }
why-turned = umgedreht um { $at }
why-placed = auf { $cell } hingestellt um { $at }
why-released = { $place ->
    [on] auf { $cell } losgelassen um { $at }
   *[beside] losgelassen um { $at }
}
why-laid = hingelegt um { $at }
why-dropped = Ring auf { $cell } um { $at }
why-taken = Ring weg von { $cell } um { $at }
why-timer-turned = neutrale Uhr umgedreht um { $at }
why-said = gesagt um { $at }
why-named = von den Spielern genannt um { $at }
why-said-by = von { $player } gesagt um { $at }
why-reported = von den Sensoren gemeldet um { $at }
why-timer-ran-out = neutrale Uhr abgelaufen um { $at }
why-sand-ran-out = Sand abgelaufen um { $at }
why-window-closed = Zeit für den Ring vorbei um { $at }
why-match-started = Partie begonnen um { $at }
why-turn-started = Zug von { $player } begonnen um { $at }
why-turn-passed = { $player } passte um { $at }
why-penalty-granted = zweiter Ring gewährt um { $at }
why-refused = ungültig um { $at }
why-accepted = gültig um { $at }
why-nobody-can-move = niemand kann ziehen seit { $at }
why-paused = Pause seit { $at }
why-dark-since = ohne Strom seit { $at }
why-corrects = Das tritt an die Stelle von Entscheidung { $numbers }.

## Kalibrieren eines Bretts

calibration-empty = Das leere Brett
calibration-way-round = Ein Ring nach dem anderen
calibration-rings = { $layer ->
    [1] Ein Ring auf jedes Feld, das leuchtet
    [2] Die zweiten Ringe
    [3] Die dritten Ringe
   *[other] Der letzte Ring
}
calibration-walk = Eine rote Sanduhr macht die Runde
calibration-glasses = Eine Sanduhr auf jedes Feld, das leuchtet
calibration-turned = Die Sanduhren umdrehen
calibration-passed = Die Kalibrierung ist gut
calibration-failed = { $cells ->
    [one] Ein Feld ist durchgefallen
   *[other] { $cells } Felder sind durchgefallen
}
calibration-empty-hint = Nimm alles vom Brett, dann die Hände weg.
calibration-broken-hint = Behebe das, dann geht es von selbst weiter; oder drücke den Knopf am Brett, um ohne diese Sensoren auszukommen.
calibration-way-round-hint = Lege einen Ring auf das Feld, das weiß pulsiert, und warte auf das nächste. { $left ->
    [one] Noch eines.
   *[other] Noch { $left }.
}
calibration-measuring-hint = Einen Augenblick die Hände weg.
calibration-rings-hint = Lege je einen Ring auf alle Felder, die weiß pulsieren, in beliebiger Folge. { $left ->
    [one] Noch eines.
   *[other] Noch { $left }.
}
calibration-walk-hint = Stelle immer dieselbe rote Sanduhr auf das Feld, das blinkt, lass los, und weiter zum nächsten. { $left ->
    [one] Noch eines.
   *[other] Noch { $left }.
}
calibration-glasses-hint = Jedes Feld, das blinkt, bekommt eine Sanduhr in seiner Farbe.
calibration-turned-hint = Drehe jede blinkende Sanduhr dort um, wo sie steht.
calibration-stopped-hint = Behebe das, räume das Brett ab und drücke den Knopf am Brett, um von vorn zu beginnen.
calibration-left-hint = Nimm weg, was blinkt, dann geht es von selbst weiter; oder drücke den Knopf am Brett, wenn dort nichts ist.
calibration-missing = { $cell }: Hier fehlt ein Ring; lege ihn zurück.
calibration-kept-hint = Sie ist gespeichert und gilt ab jetzt; der kleinste Abstand ist { NUMBER($margin, minimumFractionDigits: 1) } Sigma. Räume das Brett ab.
calibration-failed-hint = Sie ist nicht gespeichert. Drücke den Knopf am Brett, um sie trotzdem zu behalten, halte ihn, um alles beim Alten zu lassen.
calibration-moving = Etwas bewegt sich, oder ein Magnet ist in der Nähe: Hände und Magnete weg vom Brett.
calibration-stuck = Feld { $cell }, Sensor S{ $sensor }: Der Messwert steht bei { $counts }; prüfe seinen Draht (hardware/wiring.md).
calibration-noisy = Feld { $cell }, Sensor S{ $sensor }: Das Rauschen beträgt { NUMBER($counts, minimumFractionDigits: 1) } Stufen; prüfe Lötstellen und Kondensator (hardware/wiring.md).
calibration-zero-off = Feld { $cell }, Sensor S{ $sensor }: Der Messwert ist { $counts } und nicht etwa 512; nimm weg, was dort liegt, und Magnete in der Nähe, oder ersetze den Sensor.
calibration-gain = Feld { $cell }, Sensor S{ $sensor }: Er spürt { $percent } % des Üblichen; prüfe Höhe und Bauart (hardware/parts.md).
calibration-mux-dead = Multiplexer { $number } ist tot: prüfe sein Kabel und seine 3,3 V (hardware/wiring.md).
calibration-adc = Der Wandler antwortet nur { $counts }: prüfe MISO, 3,3 V und Chip Select (hardware/wiring.md).
calibration-cables = Die Kabel der Multiplexer { $numbers } sind vertauscht: stecke sie am Wandler richtig (hardware/wiring.md).
calibration-select-lines = Die Wahlleitungen { $lines } sind vertauscht: schließe sie richtig an (hardware/wiring.md).
calibration-select-stuck = Die Wahlleitung { $line } schaltet nicht: prüfe ihren Draht (hardware/wiring.md).
calibration-stale = Messwerte sind die des Kanals davor: erhöhe settle_us in board.toml.
calibration-turned-board = Lichter und Sensoren sind uneins: Die Sensorplatte ist um { $degrees }° gegen die Lichter gedreht. Drehe sie zurück, oder beginne die Lichterkette an der anderen Ecke.
calibration-mirrored = Lichter und Sensoren sind uneins: Eines ist das Spiegelbild des anderen. Die Sensorplatte oder die Lichterkette liegt verkehrt herum.
calibration-chain-reversed = Die Lichterkette beginnt am falschen Ende: speise sie vom anderen, oder kehre cell_order in board.toml um.
calibration-chain-shifted = Die Lichterkette ist um ein Licht versetzt: Eines fehlt, ist tot oder zu viel.
calibration-chain-rows = Jede zweite Lichterreihe läuft falsch herum: Die Kette kehrt am Ende jeder Reihe um, oder ändere cell_order in board.toml.
calibration-elsewhere = { $cell } leuchtete, aber ein Ring kam auf { $other }.
calibration-no-answer = { $cell } leuchtete, aber kein Sensor spürte einen Ring.
calibration-take-off = { $cell }: Hier liegt zu viel; nimm es weg.
calibration-wrong-piece = { $cell }: Das ist nicht, was das Licht verlangt; nimm es weg und lege das Richtige hin.
calibration-wrong-colour = { $cell }: Diese Sanduhr hat die andere Farbe, oder der Magnet an diesem Ende sitzt verkehrt herum (hardware/parts.md).
calibration-reversed-ring = { $cell }: Die Magnete dieses Rings zeigen nach innen; nimm einen anderen Ring (hardware/parts.md).
calibration-weak = { $cell }: Dieses Teil hat { $percent } % seiner Stärke; nimm ein anderes, oder sieh nach, ob es flach liegt.
calibration-unclear = { $cell }: Es ist nicht klar, was hier ist; nimm alles aus diesem Schritt vom Feld und lege es noch einmal hin.
calibration-misread = Feld { $cell } wird noch immer falsch gelesen; prüfe die Höhe seiner Sensoren (hardware/README.md) und kalibriere noch einmal.
calibration-margin = Feld { $cell }: Der Abstand ist { NUMBER($sigmas, minimumFractionDigits: 1) } Sigma, zu wenig; prüfe die Höhe seiner Sensoren und kalibriere noch einmal.
cannot-calibrate-playing = Während einer Partie wird das Brett nicht kalibriert.
cannot-start-calibrating = Das Brett wird gerade kalibriert; beende das zuerst.
page-calibrate = Kalibrieren
page-calibrate-tip = Die Sensoren dieses Bretts vermessen, die Lichter führen; etwa fünf Minuten.
page-calibration = Kalibrierung
live-calibration-step = Schritt { $number } von { $steps }, { $done } von { $total }
live-calibration-end = Beenden, nichts speichern
live-calibration-close = Schließen
live-calibration-say = { $answer ->
    [keep] Trotzdem behalten
    [do-without] Ohne diese Sensoren weiter
    [nothing-there] Dort ist nichts, weiter
    [nothing-felt] Dort liegt ein Ring, gespürt wird nichts
   *[begin-again] Von vorn beginnen
}
live-calibration-picture = Kleinster Abstand jedes Feldes, in Sigma
live-calibration-margin = { NUMBER($margin, minimumFractionDigits: 1) }
trouble-calibration = Die Kalibrierung kann nicht gespeichert werden: { $detail }

## Gemessener Sand

page-sand-times = Sand
page-sand-times-tip = Wie lange jede Sanduhr wirklich läuft, und wie man das misst
page-sand-times-title = Gemessener Sand
page-sand-times-close = Schließen
page-sand-measured = Die Sanduhren sind gemessen: Bei 180 s läuft jede nach ihren eigenen Zeiten.
live-sand-timer = neutrale Uhr
live-sand-none = Noch ist nichts gemessen: Jede Sanduhr zählt mit der Zeit, die am Anfang einer Partie vereinbart wird.
live-sand-about = Nach diesen Zeiten laufen die Partien; dass eine Sanduhr abgelaufen ist, wird so viel später entschieden, wie ± sagt.
live-sand-glass = Sanduhr
live-sand-end = Ende { $end } unten
live-sand-time = { NUMBER($seconds, minimumFractionDigits: 1) } ± { NUMBER($off, minimumFractionDigits: 1) } s
live-sand-from = { $source ->
    [given] von Hand, { $date }
    [learned] im Spiel gelernt, { $date }
   *[measured] { $runs ->
        [one] 1 Lauf, { $date }
       *[other] { $runs } Läufe, { $date }
    }
}
live-sand-hands = Gerechte Hände
live-sand-present = So wie sie sind, die längste gegen die längste, laufen die roten Sanduhren { NUMBER($first, minimumFractionDigits: 1) }, { NUMBER($second, minimumFractionDigits: 1) } und { NUMBER($third, minimumFractionDigits: 1) } s länger als die schwarzen; zusammen { NUMBER($total, minimumFractionDigits: 1) } s.
live-sand-fairest = Gerechter: { $red } gegen { $black }. Der Unterschied ist { NUMBER($first, minimumFractionDigits: 1) }, { NUMBER($second, minimumFractionDigits: 1) } und { NUMBER($third, minimumFractionDigits: 1) } s; zusammen { NUMBER($total, minimumFractionDigits: 1) } s.
live-sand-stand = Die ersten Läufe gleichen sich am meisten (Unterschied { NUMBER($first, minimumFractionDigits: 1) }, { NUMBER($second, minimumFractionDigits: 1) } und { NUMBER($third, minimumFractionDigits: 1) } s), wenn am Anfang diese Enden unten sind: { $stand }.
live-sand-begin = Sand messen
live-sand-begin-about = Lass erst alle Sanduhren ablaufen. Drehe dann die um, die blau leuchtet, und drücke, wenn die weiße abgelaufen ist; drei Runden dauern etwa 25 Minuten.
live-sand-turn = Drehe { $hourglass } jetzt um, wo sie steht.
live-sand-turn-timer = Drehe die neutrale Uhr jetzt um.
live-sand-wait = Warte auf die nächste Sanduhr.
live-sand-complete = Jedes Ende ist gemessen.
live-sand-progress = { $done } von { $wanted } Läufen gemessen
live-sand-left = Ende { $end } unten, noch etwa { $seconds } s
live-sand-any-moment = Ende { $end } unten, jeden Augenblick
live-sand-ran-out = Abgelaufen
live-sand-undo = Zuletzt war falsch
live-sand-end-timing = Beenden
live-sand-moved = { $hourglass } wurde bewegt, der Lauf zählt nicht. Lass sie ablaufen.
live-sand-missed = Für { $hourglass } hat niemand gedrückt, der Lauf zählt nicht.

## Was die Sensoren messen

page-sensors = Sensoren
page-sensors-back = Brett
page-sensors-see = Sieh, was die Sensoren messen
page-sensors-layers = Was die Karte zeigt
page-sensors-map = Das Brett, wie seine Sensoren es messen
page-sensors-field = Messwerte
page-sensors-off = Abweichung
page-sensors-margin = Abstand
page-sensors-noise = Rauschen
page-sensors-drift = Nullpunkte
page-sensors-choose = Wähle ein Feld, um seine letzten 30 Sekunden zu sehen.
page-sensors-signs = Schraffiert: diesem Sensor wird nicht geglaubt. Gepunkteter Rand: hier bewegt sich etwas. Gestrichelter Rand und „?“: unsicher, die Spieler werden gefragt.
page-sensors-plot = Messwerte in Stufen. Gestrichelt: wo der Messwert jetzt sein soll. Gepunktet: was da angenommen wurde.
page-sensors-marks = Was von dem Feld angenommen wurde, das Neueste zuerst
live-sensors-unit = { $layer ->
    [margin] σ
   *[other] Stufen
}
live-sensors-about = { $layer ->
    [field] Messwert über seinem Nullpunkt: was die Magnete tun. Oben S0, unten S1; klein: das Feld, und was dort angenommen wird (● rote Sanduhr, ○ schwarze, – keine; dann die Ringe).
    [off] Messwert über dem, was er haben soll, so wie das Brett angenommen wird; in Ruhe bleibt das unter 4 Stufen. Oben S0, unten S1.
    [margin] Wie viel weiter der zweitbeste Inhalt entfernt ist, in Standardabweichungen, als das Feld zuletzt zur Ruhe kam; darunter der zweitbeste (● rote Sanduhr, ○ schwarze, – keine; dann die Ringe). Hell: knapp.
    [noise] Wie stark jeder Messwert rauscht; etwa 0,8 ist üblich, über 2,3 wird dem Sensor nicht geglaubt. Oben S0, unten S1.
   *[drift] Wie weit jeder Nullpunkt seit dem Einmessen gewandert ist. Oben S0, unten S1.
}
live-sensors-glass = { $glass ->
    [red] rote Sanduhr
    [black] schwarze Sanduhr
   *[none] keine Sanduhr
}
live-sensors-cell = Feld { $cell }: S0 { $s0 }, S1 { $s1 }
live-sensors-cell-margin = Feld { $cell }: Abstand { $margin } σ
live-sensors-title = { $cell }: { $what }, { $rings ->
    [one] 1 Ring
   *[other] { $rings } Ringe
}
live-sensors-crowded = Mehr dürfen nicht zugleich zusehen; neuer Versuch …
live-sensors-not-yet = Das Brett hat noch nicht stillgestanden; noch wird nichts von ihm angenommen.
live-sensors-facts = { NUMBER($scans, minimumFractionDigits: 1) } Messungen in der Sekunde; Rauschen { $noise } Stufen; gemeinsame Wanderung { $drift } Stufen.
live-sensors-margin = Abstand { $margin } σ; zweitbester Inhalt: { $glass }, { $rings ->
    [one] 1 Ring
   *[other] { $rings } Ringe
}.
live-sensors-pairs = Rauschen von S0 und S1: { $noise0 } und { $noise1 } Stufen; Wanderung: { $drift0 } und { $drift1 }.
live-sensors-untrusted = S{ $sensor } wird nicht geglaubt.
live-sensors-uncertain = Was hier steht, ist unsicher: die Spieler werden gefragt.
live-sensors-held = Eine Hand berührt die Sanduhr noch.
live-sensors-seems = { $what ->
    [lift] Die Sanduhr wird wohl gerade aufgenommen.
    [place] Hier wird wohl gerade eine Sanduhr hingestellt.
    [ring] Hier kommt wohl gerade ein Ring.
    [take] Hier wird wohl gerade ein Ring weggenommen.
   *[unclear] Hier bewegt sich etwas.
}
live-sensors-believed = { $what ->
    [lift] aufgenommen
    [place] hingestellt
    [release] losgelassen
    [ring] Ring
   *[take] Ring weg
}
live-sensors-mark = vor { NUMBER($seconds, minimumFractionDigits: 1) } s: { $what }
live-sensors-ago = { $seconds ->
    [0] jetzt
   *[other] −{ $seconds } s
}
