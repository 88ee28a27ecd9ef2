import type { VoiceView } from '@utter/contracts/http/voices'
import { useState } from 'react'
import styled from 'styled-components'
import { Select } from '../../ui/form/select.tsx'
import { SampleButton } from '../player/sample-button.tsx'
import { findVoice } from '../voices/find-voice.ts'

const Line = styled.span`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 32px;
  align-items: center;
  gap: 8px;
`

interface VoiceSelectProps {
  label: string
  /** The choice of no voice. */
  none: string
  /** Empty: none. */
  voiceId: string
  voices: readonly VoiceView[] | null | undefined
  onChoose: (voiceId: string) => void
}

/**
 * A choice of a voice in one line, heard beside it. Its options are drawn once it is pointed at or focused: a book has hundreds of such lines, and a list
 * of voices as many options.
 */
export function VoiceSelect({ label, none, voiceId, voices, onChoose }: VoiceSelectProps) {
  const [isDrawn, setIsDrawn] = useState(false)
  const draw = () => setIsDrawn(true)
  const chosen = voiceId === '' ? undefined : findVoice(voices, voiceId)
  const value = chosen?.id ?? voiceId
  const shown = isDrawn ? (voices ?? []) : chosen ? [chosen] : []
  return (
    <Line>
      <Select
        aria-label={label}
        value={value}
        onPointerEnter={draw}
        onPointerDown={draw}
        onFocus={draw}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{none}</option>
        {value !== '' && !chosen && <option value={value}>{value}</option>}
        {shown.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {chosen && <SampleButton name={chosen.name} url={chosen.sampleUrl} />}
    </Line>
  )
}
