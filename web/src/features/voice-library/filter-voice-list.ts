import type { VoiceView } from '@utter/contracts/http/voices'
import { filterVoices, noFilters, type VoiceFilters } from '../playground/voice-choice/filter-voices.ts'

export interface VoiceListFilters extends VoiceFilters {
  /** Empty: every one. */
  sex: '' | 'female' | 'male'
  /** Empty: every one. */
  speed: '' | VoiceView['speedClass']
}

export const noListFilters: VoiceListFilters = { ...noFilters, sex: '', speed: '' }

export const hasListFilters = ({ text, language, sex, speed }: VoiceListFilters): boolean =>
  [text, language, sex, speed].some((one) => one !== '')

export const filterVoiceList = (voices: readonly VoiceView[], filters: VoiceListFilters): VoiceView[] =>
  filterVoices(voices, filters).filter(
    ({ sex, speedClass }) =>
      (filters.sex === '' || sex === filters.sex) && (filters.speed === '' || speedClass === filters.speed),
  )
