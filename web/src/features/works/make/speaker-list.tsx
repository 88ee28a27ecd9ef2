import type { VoiceView } from '@utter/contracts/http/voices'
import type { WorkFileDryRun } from '@utter/contracts/http/works/views'
import styled from 'styled-components'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { FormAlert } from '../../../ui/layout/failure-note.tsx'
import { Caption, Stack } from '../../../ui/layout/text.tsx'
import { VoiceSelect } from '../voice-select.tsx'
import { ListName, ScrolledLines } from './chapter-list.tsx'

const Line = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 248px);
  align-items: center;
  gap: 4px 16px;
  padding: 8px 12px;
  &:not(:first-child) { border-top: 1px solid var(--line); }
  b { display: block; font-weight: 500; overflow-wrap: anywhere; }
  small { display: block; }
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

interface SpeakerListProps {
  found: NonNullable<WorkFileDryRun['speakers']>
  voices: readonly VoiceView[] | null | undefined
  /** Voices by the name. */
  chosen: Readonly<Record<string, string>>
  onChoose: (name: string, voiceId: string) => void
  fault: string | undefined
}

/** The names that begin lines of the text, each of which may be a speaker with a voice. */
export const SpeakerList = ({ found, voices, chosen, onChoose, fault }: SpeakerListProps) => (
  <Stack $gap={6}>
    <ListName id="found-speakers">{t('Speakers')}</ListName>
    <Caption>
      {t(
        'A name with a voice is a speaker: its lines are spoken by that voice, without the name. Other names are read out.',
      )}
    </Caption>
    <ScrolledLines aria-labelledby="found-speakers" tabIndex={0}>
      {found.map(({ name, lines }) => (
        <Line key={name}>
          <span>
            <b dir="auto">{name}</b>
            <Caption as="small">{counted(lines, 'line')}</Caption>
          </span>
          <VoiceSelect
            label={t('Voice of {name}', { name })}
            none={t('The voice of the work')}
            voiceId={(Object.hasOwn(chosen, name) && chosen[name]) || ''}
            voices={voices}
            onChoose={(voiceId) => onChoose(name, voiceId)}
          />
        </Line>
      ))}
    </ScrolledLines>
    {fault && <FormAlert>{fault}</FormAlert>}
  </Stack>
)
