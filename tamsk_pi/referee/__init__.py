"""The referee: from what hands did, to rulings. It reads like the rules; this page says where which point is.

Theory of operation. `referee.step` takes acts and watermarks, and gives rulings and a new state. An act
(`rules.acts`) says what happened and when, and waits in the state until a watermark says that nothing older is to
be waited for; then acts and deadlines are decided in the order of their instants (`deciding`). Every rule is a
function of the `Desk`: the state so far, replaced by each change, and the rulings so far. Nothing reads a clock,
nothing is random.

Two layers stand side by side in the state. *What is*: `handling` takes a glass from phase to phase (drawn in
`glass.Phase`), whoever's hand it was. *What counts*: when a glass stands released, `moves.judge` asks what that
means, in the order of H9; `moves.accept` ends the turn, `turns.begin_turn` gives it on. A ring is judged by where
and when it falls (`rings.meaning`), within windows that a release opens and an instant closes (`windows`). What
happens by itself is a `deadlines.Deadline`. `mobility` answers questions and changes nothing. Why something was
ruled is put together in `evidence`, and decides nothing; what becomes known too late is in `late` and `doubt`, and
glasses that were mixed up in `identity`.

    acts ─► deciding ─┬─► handling ─► moves ─┬─► turns ◄─► ending
                      ├─► rings ──► windows ─┤      ▲
                      ├─► timer ─────────────┘      │
                      ├─► answers ─► pause, takeback┘
    watermark ────────┴─► deadlines ─► expiry, windows, timer, …

Where a point of the rules is (each function named cites it; a leading underscore is private to its module):

    G1.1   start.start, turns.begin_turn                 G1.2   moves.reason_against, moves.accept
    G1.3   rings.meaning, windows.open_after_move        G1.4   moves.reason_against, full_cell.lose
    G1.5   turns._pass_blocked                           G1.6   ending.finish
    G1.7   ending.finish
    G2.1   start.set_up                                  G2.2   mobility.obliged
    G2.3   moves.is_turned                               G2.4   moves.accept
    G2.5   turns.starting_lift                           G2.6   expiry.expire
    G2.7   timer.turn_over                               G2.8   ending.finish
    G2.9   ending.settle
    G3.1   start.start                                   G3.2   timer.turn_over
    G3.3   timer.turn_over                               G3.4   timer._late, timer._grant
    G3.5   timer._late, timer._forfeit                   G3.6   timer._forfeit
    G3.7   ending.finish                                 G.opt  mobility.obliged, handling.place
    G98.1  timer._late, timer._grant                     G98.2  timer._forfeit, timer._grant
    G98.3  turns.begin_turn, turns._sit_out
    H1     moves.accept, moves.is_turned                 H2     windows.open_after_move, rings.count_waiting
    H3     windows.lapse, turns.starting_lift            H4     windows.lapse
    H5     rings.meaning, answers._say_owner             H6     rings.meaning, rings.take
    H7     windows.open_after_move                       H8     ending.is_ringless_end
    H9     moves.judge, moves.reason_against             H10    moves._put_back
    H11    moves.judge, handling.flip                    H12    full_cell.confirm, timer.rule_held_back
    H13    turns.starting_lift, turns.judge_hands_anew   H14    deadlines._warn_hold
    H15    handling.release                              H16    expiry.run_out_ns
    H17    mobility.obliged                              H18    start.start
    H19    expiry.is_safe                                H20    expiry.ruled_at_ns, answers._eyes_count
    H21    deadlines._expire, mobility.moves_in_air      H22    turns.look_for_block
    H23    timer.turn_over                               H24    timer._release_it_was_meant_for
    H25    timer.turn_over                               H26    timer.turn_over
    H27    timer.run_out                                 H28    timer._forfeit, moves._put_back
    H29    turns.end_turn_by_move, moves.is_late         H30    timer._grant
    H31    turns.open_penalty_window, rings.meaning      H32    turns.begin_turn, turns.stall
    H33    moves.reason_against                          H34    rings.drop
    H35    ending.end_if_over, ending.holds_until_ns     H36    ending.finish, ending.settle
    H37    ending._ask, ending.settle_unanswered         H38    ending.settle
    H39    answers._say_together, pause._go_on           H40    answers.say
    H41    mobility.obliged, handling.lift               H42    deadlines.Order
"""
