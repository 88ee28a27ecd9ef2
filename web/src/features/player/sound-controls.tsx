import { Volume2, VolumeX } from 'lucide-react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Button } from '../../ui/form/button.tsx'
import { BareSlider } from '../../ui/form/slider.tsx'
import { Row } from '../../ui/layout/text.tsx'

const rates = [0.75, 1, 1.25, 1.5, 2]

/** The system's own menu: keyboard, touch and screen readers know it. */
const Rate = styled.select`
  appearance: none;
  height: var(--h-sm);
  padding: 0 8px;
  border: 0;
  border-radius: var(--r-3);
  background: none;
  color: var(--fg-2);
  font-size: 13px;
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  text-align: center;
  cursor: pointer;
  &:hover { background: var(--hover); color: var(--fg); }
  option { background: var(--raised); color: var(--fg); }
`

/** Phones have keys for it, and some of their browsers let no page set it. */
const Volume = styled(BareSlider)`
  width: 72px;
  &::-webkit-slider-thumb { width: 12px; height: 12px; margin-top: -4px; background: var(--fg-2); }
  &::-moz-range-thumb { width: 12px; height: 12px; background: var(--fg-2); }
  @media (pointer: coarse) { display: none; }
`

interface SoundControlsProps {
  rate: number
  onRate: (rate: number) => void
  volume: number
  onVolume: (volume: number) => void
}

export function SoundControls({ rate, onRate, volume, onVolume }: SoundControlsProps) {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Row $gap={4}>
      <Rate aria-label={t('Speed')} value={rate} onChange={(event) => onRate(Number(event.target.value))}>
        {rates.map((one) => (
          <option key={one} value={one}>
            {one}×
          </option>
        ))}
      </Rate>
      <Button
        look="ghost"
        isSmall
        isIcon
        aria-label={volume > 0 ? t('Mute') : t('Unmute')}
        onClick={() => onVolume(volume > 0 ? 0 : 1)}
      >
        {volume > 0 ? <Volume2 {...icon} /> : <VolumeX {...icon} />}
      </Button>
      <Volume
        aria-label={t('Volume')}
        value={volume}
        onChange={onVolume}
        step={0.05}
        valueText={`${Math.round(volume * 100)}%`}
      />
    </Row>
  )
}
