import type { OwnVoiceView } from '@utter/contracts/http/voices'
import { Trash2 } from 'lucide-react'
import styled from 'styled-components'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { narrow, truncate } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { Caption, Mono } from '../../ui/layout/text.tsx'
import { SampleButton } from '../player/sample-button.tsx'

const Line = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) minmax(0, 180px) auto auto;
  align-items: center;
  column-gap: 10px;
  min-height: 56px;
  padding: 8px 14px 8px 20px;
  border-top: 1px solid var(--line);
  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    padding: 8px 10px 8px 16px;
  }
`

const Names = styled.span`
  min-width: 0;
  b { display: block; font-weight: 500; overflow-wrap: anywhere; }
  small { display: block; }
`

const Id = styled(Mono)`
  ${truncate}
  color: var(--fg-3);
  text-align: right;
  ${narrow} { display: none; }
`

interface OwnVoiceListProps {
  voices: OwnVoiceView[]
  /** A person seems to want to remove one. */
  onIntent: () => void
  onRemove: (voice: OwnVoiceView) => void
}

/** To be heard, copied for a program, and removed. */
export const OwnVoiceList = ({ voices, onIntent, onRemove }: OwnVoiceListProps) => (
  <ul aria-labelledby="voices-title">
    {voices.map((voice) => (
      <Line key={voice.id}>
        <SampleButton name={voice.name} url={voice.sampleUrl} />
        <Names>
          <b dir="auto">{voice.name}</b>
          <Caption as="small">{fromServer(voice.description)}</Caption>
        </Names>
        <Id>{voice.id}</Id>
        <CopyButton label={t('Copy the ID of {name}', { name: voice.name })} text={() => voice.id} />
        <Button
          look="danger"
          isSmall
          isIcon
          aria-label={t('Remove {name}', { name: voice.name })}
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onClick={() => onRemove(voice)}
        >
          <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Line>
    ))}
  </ul>
)
