import { defaultVoiceId, ttsDefaults } from '@utter/contracts/jobs'
import { ChevronDown, Volume2, VolumeX } from 'lucide-react'
import styled from 'styled-components'
import { randomId } from '../../lib/browser/random-id.ts'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { narrow, truncate } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { CodeButton } from '../code-samples/code-button.tsx'
import { jobCall } from '../code-samples/job-call.ts'
import { CallPrice } from '../usage/call-price.tsx'
import { TimeOfNext } from '../usage/time-of-next.tsx'
import { autoplay } from './autoplay.ts'
import type { ChatVoice } from './use-chat-voice.ts'

// Fetched when the pointer or the focus is on its button: most replies are spoken by the default voice.
const dialog = lazyView(async () => (await import('./voice-dialog.tsx')).VoiceDialog)

/** The same height whatever is known, so that what is above it never moves. */
const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: var(--h-sm);
  margin-top: 6px;
  padding: 0 6px;
  button { min-width: 0; }
  b { font-weight: 500; ${truncate} }
  svg { flex: none; }
  ${narrow} { flex-wrap: wrap; }
`

const Price = styled(Caption)`
  margin-left: auto;
  ${narrow} { margin-left: 10px; }
`

const questionCall = (voiceId = defaultVoiceId) =>
  jobCall({
    kind: 'reply',
    userText: 'What is a harbour?',
    requestId: randomId(),
    voiceId,
    ttsSettings: { ...ttsDefaults },
  })

interface VoiceLineProps {
  /** The question as far as it is written. */
  text: string
  chatVoice: ChatVoice
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** The voice of the replies, by its name, the way to another, whether they are heard by themselves, and what the next one costs. */
export function VoiceLine({ text, chatVoice, isOpen, onOpen, onClose }: VoiceLineProps) {
  const { id, voices, voice, isGone, choose } = chatVoice
  const isAutoplay = autoplay.useIsOn()
  const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Line>
      <Button
        look="ghost"
        isSmall
        aria-haspopup="dialog"
        disabled={!voices?.length}
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={onOpen}
      >
        <b>{voice ? t('Voice: {name}', { name: voice.name }) : t('Voice')}</b>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Button look="ghost" isSmall aria-pressed={isAutoplay} onClick={() => autoplay.set(!isAutoplay)}>
        {isAutoplay ? <Volume2 {...icon} /> : <VolumeX {...icon} />}
        {t('Autoplay')}
      </Button>
      <CodeButton
        calls={() => [{ does: t('Ask a question, and have the answer spoken'), call: questionCall(voice?.id) }]}
      />
      <Caption role="status">{isGone && t('Your voice is no longer there: the default one speaks.')}</Caption>
      <Price>
        <CallPrice />
        <TimeOfNext kind="reply" voiceId={id} characters={text.trim().length} />
      </Price>
      {voices && (
        <DialogSlot part={dialog} isOpen={isOpen} onClose={onClose}>
          {(state) => <dialog.View {...state} voices={voices} chosenId={voice?.id} onChoose={choose} />}
        </DialogSlot>
      )}
    </Line>
  )
}
