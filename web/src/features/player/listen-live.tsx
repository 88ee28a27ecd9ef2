import type { WordTime } from '@utter/contracts/http/jobs/word-times'
import { Pause, Play } from 'lucide-react'
import { t } from '../../lib/language/words.ts'
import { Button } from '../../ui/form/button.tsx'
import { Caption, Row } from '../../ui/layout/text.tsx'
import { secondsOf } from './shared-sound.ts'
import { useSoundButton } from './use-sound-button.ts'
import { SpokenWords } from './words/spoken-words.tsx'

interface ListenLiveProps {
  soundKey: string
  url: string
  /** The spoken text, as far as it is known. */
  text: string
  /** The words of it that can be heard so far; none: they are not shown. */
  words: readonly WordTime[]
}

/** The button of a sound that is still being spoken, and its words, which are lit as they are heard. */
export function ListenLive({ soundKey, url, text, words }: ListenLiveProps) {
  const { isPlaying, isLoading, toggle } = useSoundButton({ key: soundKey, url })
  const icon = { size: 14, strokeWidth: 1.75, fill: 'currentColor', 'aria-hidden': true }
  const seconds = () => secondsOf(soundKey)
  return (
    <>
      {words.length > 0 && (
        <SpokenWords
          text={text}
          words={words}
          seconds={seconds}
          isPlaying={isPlaying}
          atSeconds={seconds()}
          lines={2}
        />
      )}
      <Row $gap={10}>
        <Button isSmall isBusy={isLoading} onClick={toggle}>
          {isPlaying ? <Pause {...icon} /> : !isLoading && <Play {...icon} />}
          {isPlaying ? t('Pause') : t('Listen now')}
        </Button>
        <Caption>{t('It can be heard while it is spoken.')}</Caption>
      </Row>
    </>
  )
}
