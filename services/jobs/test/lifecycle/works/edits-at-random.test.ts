import { closedAfterAll } from '@utter/testing/closed-after-all'
import { randomOf } from '@utter/testing/seeded-random'
import { afterEach, expect, test } from 'vitest'
import { openLifecycle } from '../../support/open-lifecycle.ts'
import { workAtRandom } from '../../support/work-at-random.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-works-at-random'))
afterEach(() => lifecycle.clear())

/** More before a change of what is promised of works. */
const works = Number(process.env.EDITED_WORKS ?? 4)
/** A history that failed is repeated by its seed. */
const first = Number(process.env.EDITED_WORKS_SEED ?? 1)
const steps = 252
const restEvery = 63

test.each(Array.from({ length: works }, (_, index) => first + index))(
  'a work is edited, spoken, paused and deleted while processes die and others go on: it sounds as it is written, for the calls of what was new (seed %i)',
  async (seed) => {
    const work = await workAtRandom(lifecycle, randomOf(seed))
    for (let at = 1; at <= steps; at++) {
      await work.step()
      if (at % restEvery === 0) await work.expectSpoken()
    }
    await work.expectReturnFree()
    await work.expectGone()
    expect(work.counts.deaths).toBeGreaterThan(0)
    expect(work.counts.interruptions).toBeGreaterThan(0)
  },
)
