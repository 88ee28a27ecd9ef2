import { call } from '../api/call.ts'
import { fields } from '../api/fields.ts'
import { invalid, notFound } from '../api/stripe-error.ts'
import type { Clock } from '../clock/clock.ts'
import type { Player } from '../clock/player.ts'

/** The one clock, which all objects are on. */
export const clockId = 'clock_sandbox'
const url = '/v1/test_helpers/test_clocks/:id'

export const testClocks = (player: Player) => [
  call('GET', url, {}, (_params, { clock }, id) => view(clock, id)),
  call('POST', `${url}/advance`, { frozen_time: fields.number }, async ({ frozen_time }, { clock }, id) => {
    if (frozen_time < view(clock, id).frozen_time)
      throw invalid('The clock can only be advanced: frozen_time lies in its past', 'frozen_time')
    await player.advance(frozen_time)
    return view(clock, id)
  }),
]

function view(clock: Clock, id: string) {
  if (id !== clockId) throw notFound('test_clock', id)
  return {
    id,
    object: 'test_helpers.test_clock',
    created: 0,
    deletes_after: clock.now() + 30 * 24 * 3600,
    frozen_time: clock.now(),
    livemode: false,
    name: 'The clock of the whole sandbox: it goes on by itself',
    status: 'ready',
    status_details: {},
  }
}
