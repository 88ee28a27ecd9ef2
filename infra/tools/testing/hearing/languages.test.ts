import { defaultVoiceId } from '@utter/contracts/jobs'
import { readSettings } from '@utter/local/settings'
import { findVoice } from '@utter/speech/domain/find-voice'
import { inItsLanguage, mustSpeak } from '@utter/speech/domain/language-gate'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import { openHearing } from './open-hearing.ts'
import { openVoices } from './open-voices.ts'
import { prepareWhisper } from './prepare-whisper.ts'
import { speakFile } from './speak-file.ts'
import { errorsOf, rateOf } from './word-errors.ts'

/** A sentence in each of sixteen languages, by its code. */
const texts: Record<string, string> = {
  en: 'The harbour was quiet when the first boats came in this morning.',
  es: 'El puerto estaba tranquilo cuando llegaron los primeros barcos esta mañana.',
  fr: 'Le port était calme quand les premiers bateaux sont arrivés ce matin.',
  it: 'Il porto era tranquillo quando sono arrivate le prime barche stamattina.',
  pt: 'O porto estava tranquilo quando os primeiros barcos chegaram esta manhã.',
  hi: 'आज सुबह जब पहली नावें आईं तब बंदरगाह शांत था।',
  de: 'Der Hafen war ruhig, als die ersten Boote heute Morgen hereinkamen.',
  pl: 'Port był spokojny, kiedy dziś rano przypłynęły pierwsze łodzie.',
  ru: 'В гавани было тихо, когда сегодня утром пришли первые лодки.',
  tr: 'Bu sabah ilk tekneler geldiğinde liman çok sessizdi.',
  ja: '今朝、最初の船が入ってきたとき、港は静かでした。',
  zh: '今天早上第一批船进港的时候，港口很安静。',
  ko: '오늘 아침 첫 배들이 들어왔을 때 항구는 조용했습니다.',
  ar: 'كان الميناء هادئا عندما وصلت القوارب الأولى هذا الصباح.',
  he: 'הנמל היה שקט כשהסירות הראשונות נכנסו הבוקר.',
  th: 'ท่าเรือเงียบสงบเมื่อเรือลำแรกเข้ามาในเช้านี้',
}
/** Half of the words: a voice that reads by the rules of another language is above it. Whisper writes Hindi in the letters of Urdu. */
const maxRate = 0.5
const inOtherLetters = ['hi']

const options = { ...readSettings(process.env), report: console.log }
const { path: folder } = await closedAfterAll(openFolder())
const hearing = await closedAfterAll(openHearing(await prepareWhisper(options)))
const voices = await closedAfterAll(openVoices(options))
const all = await voices.voices()
const spoken = new Set(all.flatMap(({ languages }) => languages.map((tag) => new Intl.Locale(tag).language)))
const cases = Object.entries(texts).map(([language, text]) => ({ language, text }))

const voiceFor = (voiceId: string, text: string) => {
  const voice = findVoice(all, voiceId)
  if (!voice) throw new Error(`No voice ${voiceId}`)
  return inItsLanguage(voice, all, { voiceId, text })
}
const refusalOf = (voiceId: string, text: string): string | undefined => {
  try {
    mustSpeak(voiceFor(voiceId, text), { text })
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  }
}

test.each(cases)(
  '$language by default: a voice of that language speaks it, as far as is heard, or it is refused',
  async ({ language, text }) => {
    if (!spoken.has(language)) return expect(refusalOf(defaultVoiceId, text)).toBe('language_not_spoken')
    expect(refusalOf(defaultVoiceId, text)).toBeUndefined()
    const { id } = voiceFor(defaultVoiceId, text)
    const { path } = await speakFile(voices, { text, voiceId: id }, folder)
    const heard = await hearing.hear(path)
    expect(heard.language).toBe(language)
    if (inOtherLetters.includes(language)) return
    expect(rateOf([errorsOf(heard.text, [text])]), heard.text).toBeLessThan(maxRate)
  },
)

test.each(cases.filter(({ language }) => language !== 'en'))(
  '$language by an English voice that was named: it is refused',
  ({ text }) => {
    for (const { id } of all.filter(({ languages }) => languages.every((tag) => tag.startsWith('en'))))
      expect(refusalOf(id, text), id).toBe('language_not_spoken')
  },
)
