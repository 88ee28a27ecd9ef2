import { CircleAlert } from 'lucide-react'
import styled from 'styled-components'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { truncate } from '../../../theme.ts'
import { Caption, Stack } from '../../../ui/layout/text.tsx'
import type { CheckedLine } from './check-list.ts'
import type { LineFault } from './read-list.ts'

/** Lines that are drawn of each list: more would be looked through by nobody. */
const maxShown = 200

const Lines = styled.ol`
  max-height: 248px;
  overflow-y: auto;
  border: 1px solid var(--line);
  border-radius: var(--r-3);
  &:focus-visible { outline-offset: -2px; }
`

const Line = styled.li`
  display: grid;
  grid-template-columns: 40px minmax(0, 1fr) auto;
  align-items: baseline;
  gap: 12px;
  padding: 8px 12px;
  &:not(:first-child) { border-top: 1px solid var(--line); }
  > small { text-align: right; }
  > span { ${truncate} }
  > small:last-child { max-width: 120px; ${truncate} }
`

const Faulty = styled(Line)`
  grid-template-columns: 16px minmax(0, 1fr);
  align-items: start;
  color: var(--failed);
  > span { white-space: normal; overflow-wrap: anywhere; }
  svg { margin-top: 3px; }
`

const Name = styled.h3`
  font-size: 13px;
  font-weight: 500;
`

const More = ({ of }: { of: number }) =>
  of > maxShown ? <Caption>{t('And {lines} more.', { lines: counted(of - maxShown, 'line') })}</Caption> : null

/** Why lines cannot be sent, by their number. */
export const FaultList = ({ faults }: { faults: readonly LineFault[] }) => {
  const lines = new Set(faults.map(({ line }) => line)).size
  return (
    <Stack $gap={6} role="alert">
      <Name id="faulty-lines">{t('{lines} cannot be sent', { lines: counted(lines, 'line') })}</Name>
      <Lines aria-labelledby="faulty-lines" tabIndex={0}>
        {faults.slice(0, maxShown).map(({ line, field, message }) => (
          <Faulty key={`${line} ${field} ${message}`}>
            <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
            <span>
              {field === 'line'
                ? t('Line {line}: {fault}', { line, fault: message })
                : t('Line {line}, {field}: {fault}', { line, field, fault: message })}
            </span>
          </Faulty>
        ))}
      </Lines>
      <More of={faults.length} />
    </Stack>
  )
}

interface LineListProps {
  lines: readonly CheckedLine[]
  nameOf: (voiceId: string) => string
}

/** The lines as they were read, each with what it has of its own. */
export const LineList = ({ lines, nameOf }: LineListProps) => (
  <Stack $gap={6}>
    <Name id="read-lines">{t('{lines} to be spoken', { lines: counted(lines.length, 'line') })}</Name>
    {lines.length > 0 && (
      <Lines aria-labelledby="read-lines" tabIndex={0}>
        {lines.slice(0, maxShown).map(({ line, userText, voiceId }) => (
          <Line key={line}>
            <Caption as="small">{line}</Caption>
            <span dir="auto">{userText}</span>
            <Caption as="small">{voiceId !== undefined && nameOf(voiceId)}</Caption>
          </Line>
        ))}
      </Lines>
    )}
    <More of={lines.length} />
  </Stack>
)
