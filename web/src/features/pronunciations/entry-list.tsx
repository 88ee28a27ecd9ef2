import { Pencil, Trash2 } from 'lucide-react'
import styled from 'styled-components'
import { languageName } from '../../lib/format/language-name.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { HearRing } from '../player/hear-button.tsx'
import { useMadeSamples } from '../player/use-made-samples.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { entrySample, type ListEntry } from './queries.ts'

/** About ten lines; 500 entries would push the rest of the page away. */
const maxHeight = 480

const Lines = styled.ul`
  max-height: ${maxHeight}px;
  overflow-y: auto;
`

const Line = styled.li<{ $isApplied: boolean }>`
  display: grid;
  grid-template-columns: ${({ $isApplied }) => ($isApplied ? 'auto minmax(0, 1fr) auto auto' : 'minmax(0, 1fr) auto')};
  align-items: center;
  column-gap: 10px;
  min-height: 48px;
  padding: 6px 14px 6px 20px;
  border-top: 1px solid var(--line);
  ${narrow} { padding: 6px 10px 6px 16px; }
`

const Forms = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
  b { font-weight: 500; }
  small { display: block; }
`

export type ActOnEntry = 'edit' | 'remove'

interface EntryListProps {
  entries: ListEntry[]
  /** Otherwise they can be removed alone. */
  isApplied: boolean
  /** A person seems to want it. */
  onIntent: (act: ActOnEntry) => void
  onOpen: (act: ActOnEntry, entry: ListEntry) => void
}

export function EntryList({ entries, isApplied, onIntent, onOpen }: EntryListProps) {
  const samples = useMadeSamples({ onRefused: (error) => toastRefusal(error, t('The word could not be spoken')) })
  return (
    <Lines aria-labelledby="pronunciations-title" tabIndex={0}>
      {entries.map((entry) => {
        const { from, to } = entry
        const act = (name: ActOnEntry) =>
          ({
            ...{ isSmall: true, isIcon: true },
            onPointerEnter: () => onIntent(name),
            onFocus: () => onIntent(name),
            onClick: () => onOpen(name, entry),
          }) as const
        return (
          <Line key={JSON.stringify(entry)} $isApplied={isApplied}>
            {isApplied && <HearRing samples={samples} sample={entrySample(entry)} name={from} />}
            <Forms>
              <Trans
                id="{written} is spoken {spoken}"
                values={{ written: <b dir="auto">{from}</b>, spoken: <b dir="auto">{to}</b> }}
              />
              <Caption as="small">{conditionsOf(entry)}</Caption>
            </Forms>
            {isApplied && (
              <Button look="ghost" {...act('edit')} aria-label={t('Change {name}', { name: from })}>
                <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
              </Button>
            )}
            <Button look="danger" {...act('remove')} aria-label={t('Remove {name}', { name: from })}>
              <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </Line>
        )
      })}
    </Lines>
  )
}

/** The conditions that are not the usual ones. */
const conditionsOf = ({ caseSensitive, wholeWord, language }: ListEntry): string =>
  [
    language && t('In {language}', { language: languageName(language) }),
    caseSensitive && t('In this case alone'),
    !wholeWord && t('Inside words too'),
  ]
    .filter(Boolean)
    .join(' · ')
