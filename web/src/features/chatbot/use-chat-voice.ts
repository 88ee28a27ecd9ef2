import type { VoiceView } from '@utter/contracts/http/voices'
import { defaultVoiceId } from '@utter/contracts/jobs'
import { useState } from 'react'
import { readDraft, useDraft } from '../../lib/drafts.ts'
import { findVoice } from '../voices/find-voice.ts'
import { useVoices } from '../voices/use-voices.ts'

const draft = 'chat-voice'

export interface ChatVoice {
  voices: readonly VoiceView[] | null | undefined
  /** The id with which replies are spoken. */
  id: string
  /** Undefined while it is not known. */
  voice: VoiceView | undefined
  /** The chosen voice is in no list any more, and the default one speaks. */
  isGone: boolean
  choose: (voiceId: string) => void
}

/** The voice of the replies, kept in this tab. */
export function useChatVoice(): ChatVoice {
  const { data: voices, isWhole } = useVoices()
  const [chosenId, setChosenId] = useState(() => {
    const kept = readDraft(draft)
    return typeof kept === 'string' ? kept : defaultVoiceId
  })
  useDraft(draft, chosenId)
  const isGone = isWhole && chosenId !== defaultVoiceId && !findVoice(voices, chosenId)
  const id = isGone ? defaultVoiceId : chosenId
  return {
    voices,
    id,
    voice: findVoice(voices, id),
    isGone,
    // The default's own name stands for the default, which speaks a reply in another language by a voice of that language.
    choose: (voiceId) => setChosenId(findVoice(voices, defaultVoiceId)?.id === voiceId ? defaultVoiceId : voiceId),
  }
}
