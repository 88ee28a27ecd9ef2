import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import styled from 'styled-components'
import { isComposing } from '../../lib/browser/is-composing.ts'
import { t } from '../../lib/language/words.ts'
import { forced, narrow } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import type { Command, ScreenLink } from './command.ts'
import { moveActive } from './move-active.ts'
import { PaletteList } from './palette-list.tsx'
import { useCommands } from './use-commands.ts'

/** The focus stays in the field, and its line below shows it. */
const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  flex: none;
  padding: 8px 12px 8px 20px;
  border-bottom: 1px solid var(--line);
  &:has(input:focus-visible) { border-color: var(--accent); }
  ${forced} {
    &:has(input:focus-visible) { border-color: Highlight; }
  }
  > svg { color: var(--fg-3); }
  ${narrow} { padding: 6px 8px 6px 16px; }
`

const Field = styled.input`
  flex: 1;
  min-width: 0;
  height: 40px;
  padding: 0;
  border: 0;
  background: none;
  font-size: 15px;
  &::placeholder { color: var(--fg-3); opacity: 1; }
  &:focus-visible { outline: none; }
  ${narrow} { height: 44px; font-size: 16px; }
`

const Close = styled(Button)`
  ${narrow} { width: 44px; height: 44px; }
`

const Nothing = styled.p`
  padding: 32px 20px;
  color: var(--fg-2);
  text-align: center;
`

interface PaletteBodyProps {
  screens: readonly ScreenLink[]
  onToggleSidebar: () => void
  onShowShortcuts: () => void
  onClose: () => void
}

/** A combobox and its list: the arrow keys move through the list while the focus stays in the field. */
export function PaletteBody({ onClose, ...options }: PaletteBodyProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [moved, setMoved] = useState(0)
  const sections = useCommands(text, options)
  const commands = sections.flatMap((section) => section.commands)
  // An event of the stream may take a line away.
  const active = Math.min(moved, commands.length - 1)
  const isEmpty = commands.length === 0

  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const next = moveActive(event.key, active, commands.length)
    const chosen = commands[active]
    if (next !== undefined) setMoved(next)
    else if (event.key === 'Enter' && chosen) run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Head>
        <Search size={16} strokeWidth={1.75} aria-hidden="true" />
        <Field
          role="combobox"
          dir="auto"
          aria-label={t('Search and commands')}
          aria-autocomplete="list"
          aria-expanded={!isEmpty}
          aria-controls={isEmpty ? undefined : `${id}list`}
          aria-activedescendant={isEmpty ? undefined : `${id}${active}`}
          placeholder={t('Screens, jobs, actions...')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setMoved(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Close look="ghost" isSmall isIcon aria-label={t('Close')} onClick={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </Close>
      </Head>
      {!isEmpty && <PaletteList id={id} sections={sections} active={active} onMove={setMoved} onRun={run} />}
      <div role="status">
        {isEmpty ? (
          <Nothing>{t('Nothing found')}</Nothing>
        ) : (
          text && <Hidden>{t('{count} found', { count: commands.length })}</Hidden>
        )}
      </div>
    </>
  )
}
