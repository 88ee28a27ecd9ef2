import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { decimal } from '../../lib/format/decimal.ts'
import { languageName } from '../../lib/format/language-name.ts'
import { t } from '../../lib/language/words.ts'

/** A field in which two takes differ, in words. */
export interface TakeDifference {
  name: string
  first: string
  second: string
}

const none = '–'
const share = (value: number | undefined) => (value === undefined ? none : decimal(value, 2))

/** Fields that a person hears or has set, in the order of the panel. @param nameOf a voice, by its id */
function fieldsOf(job: JobView, nameOf: (voiceId: string) => string): Record<string, string> {
  const { stability, similarityBoost, style, speakerBoost, speed } = job.ttsSettings
  return {
    [t('Text')]: job.userText,
    [t('Reply')]: job.aiResponse ?? none,
    [t('Voice')]: nameOf(job.voiceUsed ?? job.voiceId),
    [t('Duration')]: job.durationMs === undefined ? none : `${decimal(job.durationMs / 1_000, 1)} s`,
    [t('Seed')]: job.seed === undefined ? none : String(job.seed),
    [t('Language')]: job.language ? languageName(job.language) : none,
    [t('Stability')]: share(stability),
    [t('Similarity boost')]: share(similarityBoost),
    [t('Style')]: share(style),
    [t('Speed')]: share(speed ?? 1),
    [t('Speaker boost')]: speakerBoost ? t('On') : t('Off'),
    [t('Normalization')]: job.textNormalization ? t('Spoken as written') : none,
  }
}

/** How two takes differ, and the names of the fields in which they do not. */
export function differencesOf(
  first: JobView,
  second: JobView,
  nameOf: (voiceId: string) => string,
): { differences: TakeDifference[]; same: string[] } {
  const [ofFirst, ofSecond] = [fieldsOf(first, nameOf), fieldsOf(second, nameOf)]
  const names = Object.keys(ofFirst)
  const differs = (name: string) => ofFirst[name] !== ofSecond[name]
  return {
    differences: names
      .filter(differs)
      .map((name) => ({ name, first: ofFirst[name] ?? none, second: ofSecond[name] ?? none })),
    same: names.filter((name) => !differs(name) && ofFirst[name] !== none),
  }
}
