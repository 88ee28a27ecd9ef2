import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import type { Figure } from '../measure/figure.ts'
import { inTurns } from '../measure/turns.ts'
import { startPlatform } from '../platform.ts'
import type { Row } from '../row.ts'
import { type Audit, openLighthouse, type Scores } from '../screens/lighthouse.ts'

type Screen = { name: string; path: string; headers: Record<string, string> }
type Round = { phone: Scores[]; desktop: Scores[] }

export const screens: Row = {
  name: 'screens',
  what: 'Lighthouse on screens as served: on a phone with a slow line and a slow processor, against a desktop',
  isLong: true,
  async run(context) {
    const url = await startPlatform(context)
    const customer = await Customer.signUp(url)
    await customer.finished(jobIdOf(await customer.speak('Something to list.')))
    const audit = await openLighthouse(context, url)
    const measured = screensOf(customer.headers)
    const all = (device: Parameters<Audit>[2]) => async () => {
      const scores: Scores[] = []
      for (const { path, headers } of measured) scores.push(await audit(path, headers, device))
      return scores
    }
    // The first visit makes what the server keeps.
    context.report('warming up')
    await all('desktop')()
    const rounds = await inTurns(
      context.options.pairs,
      { phone: all('phone'), desktop: all('desktop') },
      context.report,
    )
    return {
      figures: measured.flatMap((screen, index) => figuresOf(screen, index, rounds)),
      notes: [
        'The phone is simulated by Lighthouse: a line of 1.6 Mbit/s and 150 ms, a processor as slow as that of a middling phone: Lighthouse’s default of four times as slow as this one, and less where the benchmark of the audit before says that this one is slower than its authors’.',
      ],
    }
  },
}

const screensOf = (customer: Record<string, string>): Screen[] => [
  { name: 'Dashboard of a visitor', path: '/', headers: {} },
  { name: 'Log In', path: '/login', headers: {} },
  { name: 'Playground of a visitor', path: '/test', headers: {} },
  { name: 'Job Queue', path: '/jobs', headers: customer },
  { name: 'Chatbot', path: '/chatbot', headers: customer },
  { name: 'Pricing of a visitor', path: '/pricing', headers: {} },
  { name: 'User Guide of a visitor', path: '/guide', headers: {} },
  { name: 'My Account', path: '/account', headers: customer },
  { name: 'Settings', path: '/settings', headers: customer },
  { name: 'Terms of Service', path: '/terms', headers: {} },
]

function figuresOf({ name: variant }: Screen, index: number, rounds: Round[]): Figure[] {
  const of = (category: keyof Scores, name: string, goal: number): Figure => ({
    name,
    variant,
    unit: 'points',
    kind: 'own',
    against: 'desktop',
    goal: { min: goal },
    pairs: rounds.map(({ phone, desktop }) => ({
      ours: phone[index]?.[category] ?? Number.NaN,
      peer: desktop[index]?.[category] ?? Number.NaN,
    })),
  })
  return [
    of('performance', 'performance', 95),
    of('accessibility', 'accessibility', 100),
    of('best-practices', 'best practices', 100),
    of('seo', 'SEO', 100),
  ]
}
