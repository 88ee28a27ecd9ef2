import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The files with a bound on concurrency that is not shared by account, and the reason why none can take it from others. */
const withoutShares: Record<string, string> = {
  'gateway/src/proxy/forward.ts': 'each account and each address has a limit of its own before it',
  'infra/packages/http/src/limits/limit-in-flight.ts': 'the limits themselves',
  'infra/packages/http/src/server.ts': 'the gateway passes on only so many requests of each account and address',
  'infra/packages/runtime/src/semaphore.ts': 'the semaphore itself',
  'services/account/src/domain/passwords.ts': 'attempts are limited by name, network and account before a hash',
  'services/chat/src/domain/one-at-a-time.ts': 'behind the slots of jobs and of direct requests, which have shares',
  'services/jobs/src/lifecycle/end/settle.ts': 'within one settlement',
  'services/jobs/src/lifecycle/repair/sweep.ts': 'within a sweep, which no request begins',
  'services/jobs/src/lifecycle/submit/submit-batch.ts': 'within one batch',
  'services/jobs/src/requests/dry-run.ts': 'within one dry run',
  'services/jobs/src/requests/load-shedding.ts': 'submissions of an account are limited by its rate, and each is short',
  'services/jobs/src/requests/works/chapter-times.ts': 'within one request for a chapter',
  'services/jobs/src/requests/works/kept-shares.ts': 'within one dry run',
  'services/jobs/src/routes/batches/cancel-batch.ts': 'within one batch',
  'services/jobs/src/routes/internal/get-job-details.ts': 'within one request of notifier',
  'services/jobs/src/routes/works/submit-work-file.ts': 'behind a limit that has shares',
  'services/jobs/src/routes/works/submit-work.ts': 'behind a limit that has shares',
  'services/speech/src/lifecycle/erase-account.ts': 'within one erasure',
  'services/speech/src/providers/flite.ts': 'behind the slots of jobs, which are given in turns by account',
  'services/speech/src/providers/outside/open-hearing.ts':
    'behind the slots of jobs, which are given in turns by account',
  'services/speech/src/routes/internal/get-audio-as.ts': 'behind a limit that has shares',
  'services/speech/src/store/kept-pieces.ts': 'within one removal of a work or an account',
  'services/speech/src/store/vendor-slots.ts': 'behind the slots of jobs, which are given in turns by account',
}

const bound = /\b(pLimit|createSemaphore|createInFlightLimit|limitInFlight)\(|\bnew (PQueue|ControlledQueue)\(/

test('a bound on concurrency has a share for each account, or a reason why it needs none', () => {
  const found = sourceFiles().filter(({ path, text }) => !path.startsWith('web/') && bound.test(text))
  expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(withoutShares).sort())
})
