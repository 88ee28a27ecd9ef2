import type { VoiceView } from '@utter/contracts/http/voices'
import styled from 'styled-components'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { LinkButton } from '../../ui/form/button.tsx'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { SampleButton } from '../player/sample-button.tsx'
import { useSound } from '../player/shared-sound.ts'
import { SoundRing } from '../player/sound-ring.tsx'
import { playgroundWith } from '../playground/playground-address.ts'
import { VoiceTraits } from '../playground/voice-choice/voice-traits.tsx'
import { timeToSpeak } from './own-text-time.ts'
import { type OwnText, ownTextKey } from './use-own-text.ts'

const Line = styled.li`
  display: grid;
  grid-template-columns: 32px minmax(0, 1fr) minmax(0, 240px) auto auto;
  align-items: center;
  gap: 4px 12px;
  min-height: 60px;
  padding: 8px 14px 8px 20px;
  border-top: 1px solid var(--line);
  ${narrow} {
    grid-template-columns: 32px minmax(0, 1fr) auto;
    padding: 10px 10px 10px 16px;
    > :nth-child(3) { grid-area: 2 / 2 / 3 / -1; }
    > :nth-child(4) { grid-area: 1 / 3; }
    > :nth-child(5) { grid-area: 3 / 2 / 4 / -1; justify-self: start; margin-left: -10px; }
  }
`

const Names = styled.span`
  min-width: 0;
  b { display: block; font-weight: 500; overflow-wrap: anywhere; }
  small { display: block; }
`

interface VoiceRowProps {
  voice: VoiceView
  /** The person's own text; empty: the voice's sample is heard. */
  text: string
  own: OwnText
}

/** A voice to be heard, copied for a program, and used. */
export function LibraryLine({ voice, text, own }: VoiceRowProps) {
  const { id, name, description, sampleUrl } = voice
  return (
    <Line>
      {text ? <OwnTextRing voice={voice} text={text} own={own} /> : <SampleButton name={name} url={sampleUrl} />}
      <Names>
        <b>{name}</b>
        <Caption as="small">
          {text ? t('1 call, about {time}', { time: timeToSpeak(text, voice) }) : fromServer(description)}
        </Caption>
      </Names>
      <VoiceTraits voice={voice} />
      <CopyButton label={t('Copy the ID of {name}', { name })} text={() => id} />
      <LinkButton
        look="ghost"
        isSmall
        to={playgroundWith({ kind: 'tts', voiceId: id })}
        aria-label={t('Use in Playground: {name}', { name })}
      >
        {t('Use in Playground')}
      </LinkButton>
    </Line>
  )
}

function OwnTextRing({ voice: { id, name }, text, own }: VoiceRowProps) {
  const key = ownTextKey({ text, voiceId: id })
  const state = useSound(key)
  const isWaiting = own.secondsLeft > 0
  const isPending = own.isPending(key)
  return (
    <SoundRing
      label={
        state
          ? t('Pause your text by {name}', { name })
          : isWaiting
            ? t('Hear your text by {name}, in {seconds} s', { name, seconds: own.secondsLeft })
            : t('Hear your text by {name}', { name })
      }
      isPlaying={state === 'playing'}
      isLoading={isPending || state === 'loading'}
      isDisabled={(isWaiting || (own.isBusy && !isPending)) && !state}
      onToggle={() => {
        if (!isPending) own.hear({ text, voiceId: id })
      }}
    />
  )
}
