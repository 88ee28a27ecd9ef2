import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plan, standardPlans, unlimited } from '@utter/contracts/plans'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'

// A price page is an offer: each line of a card is a figure of its plan, and a test of the platform holds it.

type Promise = {
  line: RegExp
  /** The figure of the plan that the line names. */
  figure?: (plan: Plan) => number | boolean | null
  /** The file and the title, or its beginning, of the test that holds it. */
  heldBy: [file: string, title: string]
}
const quota = 'infra/tools/testing/platform/quota.test.ts'
const promises: Promise[] = [
  {
    line: /^([\d,]+) calls( a month)?$/,
    figure: ({ apiCallsLimit }) => apiCallsLimit,
    heldBy: [quota, 'fifty submissions at once with ten calls left'],
  },
  {
    line: /^([\d,]+) characters a call$/,
    figure: ({ charactersPerCall }) => charactersPerCall,
    heldBy: [
      'services/jobs/test/lifecycle/text-of-plan.test.ts',
      'a text that is longer than a call of the plan may be',
    ],
  },
  {
    line: /^([\d,]+) chats a day$/,
    figure: ({ chatsPerDay }) => chatsPerDay,
    heldBy: ['services/chat/test/routes/chats-per-day.test.ts', 'an account has as many chats a day as its plan'],
  },
  {
    line: /^Unlimited calls$/,
    figure: ({ apiCallsLimit }) => apiCallsLimit === unlimited,
    heldBy: [quota, 'an upgrade by the operator counts at once'],
  },
  {
    line: /^Every standard voice$/,
    heldBy: [
      'infra/tools/testing/platform/languages.test.ts',
      'a text that its voice does not speak is refused at once and free',
    ],
  },
  {
    line: /^Live status$/,
    heldBy: [
      'infra/tools/testing/platform/streams.test.ts',
      'a stream sends the present state, then each version once',
    ],
  },
  {
    line: /^(\d+) jobs at once$/,
    figure: ({ concurrency }) => concurrency,
    heldBy: ['services/jobs/test/routes/batches/submit-batch.test.ts', 'as many are active as the plan has at once'],
  },
  {
    line: /^Kept for (\d+) days$/,
    figure: ({ retentionDays }) => retentionDays,
    heldBy: ['services/jobs/test/lifecycle/lifetimes.test.ts', 'a lifetime that is over'],
  },
  {
    line: /^Webhooks$/,
    figure: ({ webhooks }) => webhooks,
    heldBy: ['services/notifier/test/routes/set-webhook.test.ts', 'the plans say which of them have webhooks'],
  },
  {
    line: /^Batches of (\d+)$/,
    figure: ({ batch }) => batch,
    heldBy: ['services/jobs/test/routes/batches/submit-batch.test.ts', 'a batch of 100 with three bad items'],
  },
  {
    line: /^(\d+) own voices$/,
    figure: ({ ownVoices }) => ownVoices,
    heldBy: ['services/speech/test/routes/own/add-own-voice.test.ts', 'on the creator plan an account has ten'],
  },
  {
    line: /^Pronunciation list$/,
    figure: ({ pronunciations }) => pronunciations,
    heldBy: ['services/jobs/test/lifecycle/pronunciations.test.ts', 'a text is spoken by the list'],
  },
  {
    line: /^Word timestamps$/,
    figure: ({ wordTimestamps }) => wordTimestamps,
    heldBy: [
      'services/jobs/test/routes/get-words.test.ts',
      'the words of a job that was submitted on the creator plan',
    ],
  },
  {
    line: /^Whole books$/,
    figure: ({ works }) => works,
    heldBy: ['infra/tools/testing/platform/works.test.ts', 'a book is spoken as its dry run says'],
  },
  {
    line: /^Overage at \$([\d.]+)$/,
    figure: ({ overagePrice }) => overagePrice,
    heldBy: ['infra/tools/testing/money/year.test.ts', 'overage stands on the invoice after its period'],
  },
  {
    line: /^Own rate limits$/,
    figure: ({ rate }) => rate > 10,
    heldBy: [quota, 'an upgrade by the operator counts at once'],
  },
]

const lines = standardPlans.flatMap((plan) => plan.features.map((line) => ({ plan, line })))

test.each(lines)('$plan.name: $line', ({ plan, line }) => {
  const kept = promises.filter((promise) => promise.line.test(line))
  expect(kept).toHaveLength(1)
  for (const { line: pattern, figure } of kept) {
    const named = pattern.exec(line)?.[1]?.replaceAll(',', '')
    if (figure) expect(figure(plan)).toBe(/\d/.test(named ?? '') ? Number(named) : true)
  }
})

test.each(promises)('$line is promised, and held by a test', ({ line, heldBy: [file, title] }) => {
  expect(lines.filter((one) => line.test(one.line)).length).toBeGreaterThan(0)
  const titles = [...readFileSync(join(repoDir, file), 'utf8').matchAll(/\btest(?:\.each\(.*\))?\(\s*(['"`])(.*?)\1/g)]
  expect(titles.some(([, , found]) => found?.startsWith(title))).toBe(true)
})
