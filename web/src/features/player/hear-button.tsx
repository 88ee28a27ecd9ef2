import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { t } from '../../lib/language/words.ts'
import { sentenceOf } from '../../lib/server/http.ts'
import { Button } from '../../ui/form/button.tsx'
import { FormAlert } from '../../ui/layout/failure-note.tsx'
import { Row, Stack } from '../../ui/layout/text.tsx'
import { useSound } from './shared-sound.ts'
import { SoundRing } from './sound-ring.tsx'
import { type MadeSample, type MadeSamples, useMadeSamples } from './use-made-samples.ts'

interface HearButtonProps {
  /** Undefined while what would be heard is not whole. */
  sample: MadeSample | undefined
  /** Says what is missing. */
  onIncomplete?: () => unknown
  /** Where the server gave no sentence: 'The blend could not be spoken'. */
  failure: string
  /** Beside it. */
  children?: ReactNode
}

/** Plays what a form would make, before it is saved. */
export function HearButton({ sample, onIncomplete, failure, children }: HearButtonProps) {
  const { hear, isPending, secondsLeft, error, reset } = useMadeSamples()
  const key = sample?.key ?? ''
  const state = useSound(key)
  // A refusal is about what was asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each other sample.
  useEffect(reset, [key])
  const icon = { size: 14, strokeWidth: 1.75, fill: 'currentColor', 'aria-hidden': true }
  const [isBusy, isWaiting] = [isPending(key), secondsLeft > 0]
  return (
    <Stack $gap={12}>
      <Row>
        <Button isSmall isBusy={isBusy} disabled={isWaiting} onClick={() => (sample ? hear(sample) : onIncomplete?.())}>
          {!isBusy && (state ? <Pause {...icon} /> : <Play {...icon} />)}
          {isWaiting
            ? t('Try again in {seconds} s', { seconds: secondsLeft })
            : state && !isBusy
              ? t('Pause')
              : t('Hear it')}
        </Button>
        {children}
      </Row>
      {error && <FormAlert>{sentenceOf(error, failure)}</FormAlert>}
    </Stack>
  )
}

interface HearRingProps {
  /** Shared by the lines of its list. */
  samples: MadeSamples
  sample: MadeSample
  name: string
}

/** The same in a line of a list. */
export function HearRing({ samples: { hear, isPending, secondsLeft }, sample, name }: HearRingProps) {
  const state = useSound(sample.key)
  const isWaiting = secondsLeft > 0
  return (
    <SoundRing
      label={
        state
          ? t('Pause {name}', { name })
          : isWaiting
            ? t('Hear {name}, in {seconds} s', { name, seconds: secondsLeft })
            : t('Hear {name}', { name })
      }
      isPlaying={state === 'playing'}
      isLoading={isPending(sample.key) || state === 'loading'}
      isDisabled={isWaiting && !state}
      onToggle={() => hear(sample)}
    />
  )
}
