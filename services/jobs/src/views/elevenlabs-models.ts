import type { ElevenLabsModel } from '@utter/contracts/http/elevenlabs/models'
import { elevenLabsModels } from '@utter/contracts/http/elevenlabs/speech'
import { limits } from '@utter/contracts/jobs'
import { languageCode, languageName } from '@utter/text/language/speaks'
import type { PresentVersions } from '../domain/job/cache-key.ts'

/** The models that speech takes, as ElevenLabs' clients list them. @param languages those of the present voices, where they are known */
export function modelsForElevenLabs({ languages }: PresentVersions): ElevenLabsModel[] {
  const spoken = [
    ...new Set(
      Object.values(languages ?? {})
        .flat()
        .map(languageCode),
    ),
  ].sort()
  return elevenLabsModels.map((id) => ({
    model_id: id,
    name: id,
    description: 'The own model of the voice',
    can_do_text_to_speech: true,
    can_do_voice_conversion: false,
    can_be_finetuned: false,
    can_use_style: false,
    can_use_speaker_boost: false,
    serves_pro_voices: false,
    requires_alpha_access: false,
    token_cost_factor: 1,
    maximum_text_length_per_request: limits.ttsText,
    ...(spoken.length > 0 && { languages: spoken.map((code) => ({ language_id: code, name: languageName(code) })) }),
  }))
}
