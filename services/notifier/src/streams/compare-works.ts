import type { Clock } from '@utter/runtime/clock'
import { forEachInFlight } from '@utter/runtime/for-each-in-flight'
import type { Log } from '@utter/telemetry/log'
import type { StreamState } from './stream.ts'

const maxInFlight = 4

/** Compares streams of works with jobs, in case events were lost: each reads its work, and sends what it has not sent. While jobs is unavailable they go on. */
export async function compareWorks(states: StreamState[], { clock, log }: { clock: Clock; log: Log }): Promise<void> {
  const ofWorks = states.filter(({ stream }) => stream.work)
  await forEachInFlight(ofWorks, maxInFlight, async (state) => {
    state.comparedAtMs = clock.now().getTime()
    await state.stream.work
      ?.compare()
      .catch((error) => log.debug({ err: error }, 'a work is compared with its stream the next time'))
  })
}
