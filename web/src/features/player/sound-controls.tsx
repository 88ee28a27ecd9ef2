import { Volume2, VolumeX } from 'lucide-react'
import styled from 'styled-components'
import { Button } from '../../ui/button.tsx'
import { BareSlider } from '../../ui/slider.tsx'
import { Row } from '../../ui/text.tsx'

const rates = [1, 1.25, 1.5, 2, 0.75]

const Rate = styled(Button)`
  min-width: 48px;
  padding: 0 6px;
`

const Volume = styled(BareSlider)`
  width: 72px;
`

interface SoundControlsProps {
  rate: number
  onRate: (rate: number) => void
  volume: number
  onVolume: (volume: number) => void
}

/** Speed goes round its five values; the loudspeaker silences and brings back. */
export function SoundControls({ rate, onRate, volume, onVolume }: SoundControlsProps) {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  const next = rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1
  return (
    <Row $gap={4}>
      <Rate look="ghost" isSmall aria-label={`Speed ${rate}×`} onClick={() => onRate(next)}>
        {rate}×
      </Rate>
      <Button
        look="ghost"
        isSmall
        isIcon
        aria-label={volume > 0 ? 'Mute' : 'Unmute'}
        onClick={() => onVolume(volume > 0 ? 0 : 1)}
      >
        {volume > 0 ? <Volume2 {...icon} /> : <VolumeX {...icon} />}
      </Button>
      <Volume
        aria-label="Volume"
        value={volume}
        onChange={onVolume}
        step={0.05}
        valueText={`${Math.round(volume * 100)}%`}
      />
    </Row>
  )
}
