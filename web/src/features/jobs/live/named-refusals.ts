import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { shortText } from '../rows/short-text.ts'

const maxNamed = 3
const nameCharacters = 40

/** A job by its text, and why an act was not done with it. */
export const refusalOf = (job: JobRow, error: unknown): string =>
  t('‘{text}’: {reason}', {
    text: shortText(job.userText, nameCharacters),
    reason: sentenceOf(error, t('Failed to process request')),
  })

/** Refusals as the text of a toast: the first of them, and how many there are besides. */
export const namesOfRefused = (refused: string[]): string =>
  [
    ...refused.slice(0, maxNamed),
    ...(refused.length > maxNamed ? [t('and {count} more', { count: refused.length - maxNamed })] : []),
  ].join('. ')
