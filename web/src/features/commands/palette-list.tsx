import { useEffect } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { forced, mono, narrow, truncate } from '../../theme.ts'
import { StatusBadge } from '../../ui/data/badge.tsx'
import type { Command, CommandSection } from './command.ts'
import { Keys } from './keys.tsx'

const idCharacters = 8

const List = styled.div`
  flex: 1;
  min-height: 0;
  overflow: hidden auto;
  overscroll-behavior: contain;
  padding: 8px;
`

const Group = styled.div`
  & + & { margin-top: 12px; }
`

const Title = styled.div`
  padding: 4px 12px;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  font-weight: 500;
`

const Line = styled.div<{ $isActive: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 36px;
  padding: 0 12px;
  border-radius: var(--r-2);
  color: var(--fg-2);
  font-weight: 500;
  cursor: pointer;
  ${narrow} { min-height: 44px; }
  ${({ $isActive }) => $isActive && `background: color-mix(in srgb, var(--fg) 8%, transparent); color: var(--fg);`}

  /* The capsule of the sidebar: the fill alone is too faint to be found. */
  &[aria-selected='true']::before {
    content: '';
    position: absolute;
    left: 0;
    top: calc(50% - 8px);
    width: 3px;
    height: 16px;
    border-radius: var(--r-full);
    background: var(--accent);
  }
  ${forced} {
    &[aria-selected='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
    &[aria-selected='true']::before { background: Highlight; forced-color-adjust: none; }
  }
`

const Label = styled.span`
  flex: 1;
  ${truncate}
`

const Id = styled.span`
  ${mono}
  color: inherit;
  ${narrow} { display: none; }
`

/** A column as wide as the widest badge, so that ids are aligned. */
const Status = styled.span`
  flex: none;
  width: 98px;
`

interface PaletteListProps {
  /** The field's: options are named after it and their place. */
  id: string
  sections: readonly CommandSection[]
  active: number
  onMove: (index: number) => void
  onRun: (command: Command) => void
}

export function PaletteList({ id, sections, active, onMove, onRun }: PaletteListProps) {
  const optionId = (index: number) => `${id}${index}`
  useEffect(() => {
    document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  // A reference is a list of ids with spaces between.
  const titleId = (title: string) => `${id}${title.replaceAll(' ', '-')}`
  let place = 0
  return (
    <List id={`${id}list`} role="listbox" aria-label={t('Results')}>
      {sections.map(({ title, commands }) => (
        <Group key={title} role="group" aria-labelledby={titleId(title)}>
          <Title id={titleId(title)} role="presentation">
            {title}
          </Title>
          {commands.map((command) => {
            const index = place++
            return (
              <Line
                key={command.id}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                $isActive={index === active}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                // Not on entering: a list that scrolls under a resting pointer must not choose.
                onPointerMove={() => index !== active && onMove(index)}
                onClick={() => onRun(command)}
              >
                <Content {...command} />
              </Line>
            )
          })}
        </Group>
      ))}
    </List>
  )
}

const Content = ({ label, icon: Icon, keys, job }: Command) => (
  <>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    <Label dir="auto">{label}</Label>
    {job && <Id>{job.id.slice(0, idCharacters)}…</Id>}
    {job && (
      <Status>
        <StatusBadge status={job.status} />
      </Status>
    )}
    {keys && <Keys keys={keys} />}
  </>
)
