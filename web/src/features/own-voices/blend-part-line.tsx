import type { BlendPart } from '@utter/contracts/http/own-voices'
import type { VoiceView } from '@utter/contracts/http/voices'
import { X } from 'lucide-react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Button } from '../../ui/form/button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { BareSlider } from '../../ui/form/slider.tsx'
import { SampleButton } from '../player/sample-button.tsx'

/** Below it a voice would not be heard in the blend. */
const minWeight = 0.05

const Line = styled.li`
  display: grid;
  grid-template-columns: 32px minmax(0, 1fr) 40px;
  align-items: center;
  gap: 6px 10px;
  > :last-child, > :nth-child(3) { justify-self: end; }
`

const Share = styled.span`
  color: var(--fg-2);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  text-align: right;
`

interface BlendPartLineProps {
  part: BlendPart
  /** Percent. */
  share: number
  /** Voices that it may be: its own, and those that are not in the blend. */
  voices: VoiceView[]
  onChange: (part: BlendPart) => void
  /** Absent: it is the only one. */
  onRemove: (() => void) | undefined
}

/** A voice in the blend: which, heard alone, and how much of it. */
export function BlendPartLine({ part, share, voices, onChange, onRemove }: BlendPartLineProps) {
  const voice = voices.find(({ id }) => id === part.voiceId)
  const name = voice?.name ?? part.voiceId
  return (
    <Line>
      {voice ? <SampleButton name={name} url={voice.sampleUrl} /> : <span />}
      <Select
        aria-label={t('Voice')}
        value={part.voiceId}
        onChange={(event) => onChange({ ...part, voiceId: event.target.value })}
      >
        {voices.map((one) => (
          <option key={one.id} value={one.id}>
            {[one.name, one.sex, new Intl.Locale(one.language).region].filter(Boolean).join(' · ')}
          </option>
        ))}
      </Select>
      <Button
        look="ghost"
        isSmall
        isIcon
        aria-label={t('Leave out {name}', { name })}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <span />
      <BareSlider
        aria-label={t('Weight of {name}', { name })}
        value={part.weight}
        min={minWeight}
        step={minWeight}
        valueText={t('{share} % of the blend', { share })}
        onChange={(weight) => onChange({ ...part, weight })}
      />
      <Share aria-hidden="true">{share} %</Share>
    </Line>
  )
}
