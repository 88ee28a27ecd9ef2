import type { VoiceView } from '@utter/contracts/http/voices'
import { paths } from '@utter/contracts/screens'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import styled from 'styled-components'
import { isComposing } from '../../../lib/browser/is-composing.ts'
import { counted } from '../../../lib/format/counted.ts'
import { useNarrow } from '../../../lib/hooks/use-narrow.ts'
import { fromServer } from '../../../lib/language/from-server.ts'
import { t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Hidden } from '../../../ui/layout/hidden.tsx'
import { Caption, Stack, TextLink } from '../../../ui/layout/text.tsx'
import { isOwn } from '../../voices/use-voices.ts'
import { filterVoices, languageOptions, noFilters } from './filter-voices.ts'
import { rowsInSight } from './long-list.ts'
import { splitByRecent } from './order-voices.ts'
import { VoiceFilterLine } from './voice-filter-line.tsx'
import { VoiceOption } from './voice-option.tsx'
import { speedHint, VoiceTraits } from './voice-traits.tsx'
import { focusChosen, showChosen } from './within-list.ts'

/** Scrolled to clear of the form's foot, which stays at the lower edge of the window. */
const Whole = styled(Stack)`
  scroll-margin-bottom: 76px;
`

/** As high as the whole list would be, six rows at most: what is below stays in place while letters are typed. */
const List = styled.div<{ $rows: number; $isInDialog: boolean }>`
  position: relative;
  display: grid;
  align-content: start;
  grid-template-columns: minmax(0, 1fr);
  /* Automatic rows would shrink to the least height of an option. */
  grid-auto-rows: max-content;
  gap: 2px;
  height: ${({ $rows }) => $rows * 54 + 8}px;
  padding: 4px;
  overflow-y: auto;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-4);
  max-height: ${({ $isInDialog }) => ($isInDialog ? '44dvh' : 'none')};
  ${narrow} {
    height: ${({ $rows }) => $rows * 80 + 8}px;
    max-height: ${({ $isInDialog }) => ($isInDialog ? 44 : 60)}dvh;
  }
`

const Part = styled(Caption)`
  padding: 8px 8px 2px;
`

const Nothing = styled.div`
  display: grid;
  justify-items: center;
  gap: 12px;
  padding: 48px 16px;
  color: var(--fg-2);
`

interface VoiceBrowserProps {
  voices: readonly VoiceView[]
  recentIds: readonly string[]
  chosenId: string | undefined
  group: string
  /** A dialog gives the focus by itself, and shows all of itself on a phone. */
  isInDialog?: boolean
  onChoose: (voiceId: string) => void
  onClose: () => void
}

/** All voices with a search. It remembers its props: each letter of the text renders the form again. */
export const VoiceBrowser = memo(
  ({ voices, recentIds, chosenId, group, isInDialog = false, onChoose, onClose }: VoiceBrowserProps) => {
    const [filters, setFilters] = useState(noFilters)
    const isNarrow = useNarrow()
    // On a phone its keyboard would cover the list.
    const [focusesSearch] = useState(!isInDialog && !isNarrow)
    const whole = useRef<HTMLDivElement>(null)
    const search = useRef<HTMLInputElement>(null)
    const list = useRef<HTMLDivElement>(null)
    const languages = useMemo(() => languageOptions(voices), [voices])
    const parts = useMemo(() => {
      const { recent, others } = splitByRecent(
        voices.filter((voice) => !isOwn(voice)),
        recentIds,
      )
      const all = [
        { title: t('Your own'), voices: voices.filter(isOwn) },
        { title: t('Recently used'), voices: recent },
        { title: t('All others'), voices: others },
      ]
      return all.filter((part) => part.voices.length > 0)
    }, [voices, recentIds])
    const isFiltered = filters.text.trim() !== '' || filters.language !== ''
    const found = useMemo(
      () =>
        filterVoices(
          parts.flatMap((part) => part.voices),
          filters,
        ),
      [parts, filters],
    )
    const isOnePart = isFiltered || parts.length === 1

    useEffect(() => {
      if (!isInDialog) whole.current?.scrollIntoView({ block: 'nearest' })
      if (focusesSearch) search.current?.focus({ preventScroll: true })
    }, [isInDialog, focusesSearch])
    useEffect(() => {
      if (chosenId !== undefined) showChosen(list.current)
    }, [chosenId])

    const change = (next: typeof filters) => {
      setFilters(next)
      if (list.current) list.current.scrollTop = 0
    }
    const clear = () => {
      change(noFilters)
      search.current?.focus()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event.nativeEvent)) return
      if (event.key === 'Escape') {
        // A dialog around the list stays open.
        event.stopPropagation()
        if (isFiltered) clear()
        else onClose()
      } else if (event.target !== search.current) return
      else if (event.key === 'ArrowDown') focusChosen(list.current)
      // Enter alone would submit the form.
      else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
      event.preventDefault()
    }
    return (
      <Whole ref={whole} $gap={8} onKeyDown={onKeyDown}>
        <VoiceFilterLine filters={filters} languages={languages} onChange={change} searchRef={search} />
        <List ref={list} $rows={rowsInSight(voices)} $isInDialog={isInDialog}>
          {(isOnePart ? [{ title: undefined, voices: found }] : parts).map((part) => [
            part.title && (
              <Part as="p" key={part.title}>
                {part.title}
              </Part>
            ),
            ...part.voices.map((voice) => (
              <VoiceOption
                key={voice.id}
                isRow
                voice={voice}
                detail={fromServer(voice.description)}
                group={group}
                isChosen={voice.id === chosenId}
                onChoose={onChoose}
              >
                <VoiceTraits voice={voice} />
              </VoiceOption>
            )),
          ])}
          {found.length === 0 && (
            <Nothing>
              <p>{t('No voice matches')}</p>
              <Button isSmall onClick={clear}>
                {t('Clear filters')}
              </Button>
            </Nothing>
          )}
        </List>
        <Caption>
          {t(speedHint)} <TextLink to={`${paths.account}#voices`}>{t('Make one of your own')}</TextLink>
        </Caption>
        <Hidden role="status">{isFiltered && counted(found.length, 'voice')}</Hidden>
      </Whole>
    )
  },
)
