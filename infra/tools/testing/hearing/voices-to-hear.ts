import { english, french, german, hindi, italian, type Language, portuguese, spanish } from './sentences.ts'

/** `maxRate` is the part of the words that may be heard wrong. */
export type JudgedVoice = { voiceId: string; language: Language; maxRate: number }
export type ReportedVoice = Omit<JudgedVoice, 'maxRate'>

const natural = { english: 0.05, other: 0.12 }
const quick = 0.1

const voicesOf = (voiceIds: string[], language: Language, maxRate: number): JudgedVoice[] =>
  voiceIds.map((voiceId) => ({ voiceId, language, maxRate }))

/** The best of each language, a woman and a man where there are both. */
export const judged: JudgedVoice[] = [
  ...voicesOf(['af_heart', 'am_michael', 'bf_emma', 'bm_george'], english, natural.english),
  ...voicesOf(['ef_dora', 'em_alex'], spanish, natural.other),
  ...voicesOf(['ff_siwis'], french, natural.other),
  ...voicesOf(['if_sara', 'im_nicola'], italian, natural.other),
  ...voicesOf(['pf_dora', 'pm_alex'], portuguese, natural.other),
  ...voicesOf(['joe', 'lucy', 'kate'], english, quick),
  ...voicesOf(['greta'], german, quick),
  ...voicesOf(['zita'], spanish, quick),
  ...voicesOf(['nina'], french, quick),
  ...voicesOf(['carla'], italian, quick),
]

/** Voices without a limit: Whisper base is weak in Hindi, and nothing was promised of flite. */
export const reported: ReportedVoice[] = [
  { voiceId: 'hf_alpha', language: hindi },
  { voiceId: 'hm_omega', language: hindi },
  { voiceId: 'slt', language: english },
]
