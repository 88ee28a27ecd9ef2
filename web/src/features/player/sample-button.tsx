import { Pause, Play } from 'lucide-react'
import styled from 'styled-components'
import { Spinner } from '../../ui/layout/spinner.tsx'
import { useSoundButton } from './use-sound-button.ts'

/** A ring in a list of voices, where a filled circle each would be as loud as the sound. */
const Ring = styled.button`
  position: relative;
  z-index: 1;
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  padding: 0;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-full);
  background: none;
  color: var(--accent);
  cursor: pointer;
  transition: border-color var(--t-1), background var(--t-1);
  &:hover { border-color: var(--control); background: var(--hover); }
  &:focus-visible { border-radius: var(--r-full); }
  /* 44 px to a finger; the ring stays as drawn. */
  &::after { content: ''; position: absolute; inset: -7px; }
`

/** Plays a voice's sample sentence, without choosing the voice. */
export function SampleButton({ name, url }: { name: string; url: string }) {
  const { isPlaying, isLoading, toggle } = useSoundButton({ key: url, url })
  const icon = { size: 14, fill: 'currentColor', strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Ring
      type="button"
      aria-label={isPlaying ? `Pause the sample of ${name}` : `Play a sample of ${name}`}
      aria-busy={isLoading}
      onClick={toggle}
    >
      {isLoading ? <Spinner size={14} /> : isPlaying ? <Pause {...icon} /> : <Play {...icon} />}
    </Ring>
  )
}
