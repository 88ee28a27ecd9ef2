import { Pause, Play } from 'lucide-react'
import { Button } from '../../ui/form/button.tsx'
import { Caption, Row } from '../../ui/layout/text.tsx'
import { useSoundButton } from './use-sound-button.ts'

/** The button of a sound that is still being spoken. */
export function ListenLive({ soundKey, url }: { soundKey: string; url: string }) {
  const { isPlaying, isLoading, toggle } = useSoundButton({ key: soundKey, url })
  const icon = { size: 14, strokeWidth: 1.75, fill: 'currentColor', 'aria-hidden': true }
  return (
    <Row $gap={10}>
      <Button isSmall isBusy={isLoading} onClick={toggle}>
        {isPlaying ? <Pause {...icon} /> : !isLoading && <Play {...icon} />}
        {isPlaying ? 'Pause' : 'Listen now'}
      </Button>
      <Caption>It can be heard while it is spoken.</Caption>
    </Row>
  )
}
