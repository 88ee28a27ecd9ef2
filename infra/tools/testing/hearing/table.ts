import type { MeasuredVoice } from './measure.ts'
import { rateOf } from './word-errors.ts'

/** The table of `services/speech/voices.md`. */
export const tableOf = (measured: MeasuredVoice[]): string =>
  [
    '| voice | language | heard wrong | language found | processor seconds for a second of speech |',
    '|---|---|---|---|---|',
    ...measured.map(rowOf),
  ].join('\n')

function rowOf({ voiceId, language, sentences, cpuSeconds }: MeasuredVoice): string {
  const rate = `${(100 * rateOf(sentences.map(({ errors }) => errors))).toFixed(1)} % of ${language.unit}s`
  const found = sentences.filter((one) => one.language === language.code).length
  const cells = [`\`${voiceId}\``, language.name, rate, `${found} of ${sentences.length}`, cpuSeconds?.toFixed(2) ?? '']
  return `| ${cells.join(' | ')} |`
}

/** A line for each sentence with an error. */
export const misheardOf = (measured: MeasuredVoice[]): string =>
  measured
    .flatMap(({ voiceId, sentences }) =>
      sentences
        .filter(({ errors }) => errors.wrong > 0)
        .map(({ sentence, heard, language }) => `${voiceId} (${language}): ${sentence}\n  heard: ${heard}`),
    )
    .join('\n')
