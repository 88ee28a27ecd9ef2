import { ElevenLabsBilledSubscription, ElevenLabsSubscription, ElevenLabsUser } from '../http/elevenlabs/account.ts'
import { ElevenLabsError } from '../http/elevenlabs/error.ts'
import { ElevenLabsModel } from '../http/elevenlabs/models.ts'
import { ElevenLabsSpeech } from '../http/elevenlabs/speech.ts'
import { ElevenLabsAlignment, ElevenLabsTimedSpeech } from '../http/elevenlabs/timed-speech.ts'
import { ElevenLabsFoundVoices, ElevenLabsVoices, ElevenLabsVoiceView } from '../http/elevenlabs/voices.ts'
import { describe } from './describe.ts'

const subscription = {
  tier: 'The plan.',
  character_count: 'Calls used in the present period, times the characters that a call of the plan may have.',
  character_limit:
    'Calls of the plan and the bonus, times the same. 9007199254740991 on a plan without a limit. A limit of the API key is not in it.',
  max_character_limit_extension: 'The same as `max_credit_limit_extension`.',
  max_credit_limit_extension: 'Calls that the spending limit pays for past `character_limit`, times the same.',
  can_extend_character_limit: 'Whether the plan sells calls past its own.',
  allowed_to_extend_character_limit: 'Whether such calls may be used now.',
  next_character_count_reset_unix: 'When the period ends, in seconds since 1970.',
  voice_slots_used: 'Own voices of the account.',
  voice_limit: 'How many of them the plan has.',
  professional_voice_slots_used: 'There are none here.',
  professional_voice_slots_used_in_workspace: 'There are none here.',
  professional_voice_limit: 'There are none here.',
  voice_add_edit_counter: 'Changes of voices are not counted.',
  can_extend_voice_limit: 'No more are sold than the plan has.',
  can_use_instant_voice_cloning: 'Voices are not cloned by this API.',
  can_use_professional_voice_cloning: 'Voices are not cloned by this API.',
  currency: 'Of all amounts.',
  current_overage: 'The cost of the calls past the plan and the bonus: US dollars with two decimals.',
  status: '`past_due` while a payment has failed; else `free` on the free plan, and `active` on all others.',
  character_refresh_period: 'Calls are counted by the month.',
}
const subscriptionSentence =
  'The plan of an account, and what is used of it. Utter counts calls, not characters: a call stands for the characters that it may have on the plan (`charactersPerCall` of `GET /api/plans`), however short its text is. So `character_limit` less `character_count` is as much as can still be spoken.'

export const elevenLabsDescriptions = [
  describe(ElevenLabsSubscription, 'ElevenLabsSubscription', subscriptionSentence, subscription),
  describe(ElevenLabsBilledSubscription, 'ElevenLabsBilledSubscription', subscriptionSentence, {
    ...subscription,
    open_invoices: 'Empty: invoices are shown to a login alone.',
    has_open_invoices: 'Whether a payment has failed and is still owed.',
  }),
  describe(ElevenLabsUser, 'ElevenLabsUser', 'An account, as ElevenLabs’ clients read it.', {
    user_id: 'The id of the account.',
    workspace_id: 'The same: an account is a workspace of its own.',
    subscription: 'Its plan, and what is used of it.',
    is_new_user: 'Whether none of its jobs has been completed yet.',
    can_use_delayed_payment_methods: 'Plans are paid by card or Link.',
    is_onboarding_completed: 'There is none to complete.',
    is_onboarding_checklist_completed: 'There is none to complete.',
    created_at: 'When the account was made, in seconds since 1970.',
    seat_type: 'An account has one seat.',
  }),
  describe(ElevenLabsModel, 'ElevenLabsModel', 'A model, as ElevenLabs’ clients read it.', {
    model_id: 'For `model_id`.',
    name: 'Its name.',
    description: 'What speaks.',
    can_do_text_to_speech: 'All of them do.',
    can_do_voice_conversion: 'None of them does.',
    can_be_finetuned: 'None of them can.',
    can_use_style: 'Style is without effect here.',
    can_use_speaker_boost: 'The boost is without effect here.',
    serves_pro_voices: 'There are no such voices here.',
    requires_alpha_access: 'None of them does.',
    token_cost_factor: 'A call costs the same with each.',
    maximum_text_length_per_request:
      'Characters of a text. A plan may take fewer: `charactersPerCall` of `GET /api/plans`.',
    languages: 'The languages of the voices. Absent while they are not known.',
  }),
  describe(ElevenLabsSpeech, 'ElevenLabsSpeech', 'A text to be spoken, as ElevenLabs’ clients write it.', {
    text: 'The text. It is spoken as it is.',
    model_id: 'A model of ElevenLabs’, or `utter`. All of them are the own model of the voice.',
    seed: 'The same text, voice and settings with the same seed give the same sound, where the voice keeps to one.',
    language_code: 'The language of the text: a tag such as `es` or `pt-BR`.',
    voice_settings: '`speed` is taken; the other settings are without effect.',
  }),
  describe(ElevenLabsAlignment, 'ElevenLabsAlignment', 'When the characters of a text sound.', {
    characters: 'Unicode code points: joined they are the text.',
    character_start_times_seconds: 'Seconds from the beginning of the sound, one for each of them.',
    character_end_times_seconds: 'The same: none is later than the next start, or the end of the sound.',
  }),
  describe(ElevenLabsTimedSpeech, 'ElevenLabsTimedSpeech', 'A sound, or a part of one, with the times of its text.', {
    audio_base64: 'The sound in the form of `output_format`.',
    alignment: 'Null but for the first part of a stream.',
    normalized_alignment: 'The same as `alignment`.',
  }),
  describe(ElevenLabsVoiceView, 'ElevenLabsVoiceView', 'A voice, as ElevenLabs’ clients read it.', {
    voice_id: 'For the address of a speech.',
    name: 'Its name.',
    category: '`premade`: there for everybody; the account’s own are `generated` (a blend) or `cloned`.',
    description: 'How it sounds.',
    labels: '`language`, and `gender` where it is known.',
    is_owner: 'Whether it is the account’s own.',
  }),
  describe(ElevenLabsVoices, 'ElevenLabsVoices', 'The voices.', { voices: 'All of them, the account’s own last.' }),
  describe(ElevenLabsFoundVoices, 'ElevenLabsFoundVoices', 'The voices that were found.', {
    voices: 'All of them, on one page, the account’s own last.',
    has_more: 'There is no other page.',
    total_count: 'How many they are.',
  }),
  describe(ElevenLabsError, 'ElevenLabsError', 'The body of every answer to ElevenLabs’ clients that is no success.', {
    detail: 'A code for programs and the sentence for people; or, of fields that are not valid, a list of them.',
  }),
]
