import { memo, Suspense, useCallback, useId, useRef, useState } from 'react'
import styled from 'styled-components'
import { fromServer } from '../../../lib/language/from-server.ts'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { readRecent } from '../../../lib/recent.ts'
import { narrow } from '../../../theme.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Boundary } from '../../../ui/layout/boundary.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'
import { isLongList, maxOnCards, rowsInSight } from './long-list.ts'
import { firstFew, recentVoices, splitByRecent } from './order-voices.ts'
import { traitsOf } from './traits-of.ts'
import { VoiceOption } from './voice-option.tsx'

// Fetched when the pointer or the focus is on its button: most who come here have a voice.
const browser = lazyView(async () => (await import('./voice-browser.tsx')).VoiceBrowser)

/** A long list waits behind a button, and leaves as many cards as there are blocks before it is known. */
const cardsOfLongList = 4

const Frame = styled.fieldset`
  position: relative;
  min-width: 0;
  padding: 0;
  border: 0;
  > :last-child { clear: both; }
`

/** Floating, since a fieldset's own legend is outside of its box, where the button could not be placed beside it. */
const Name = styled.legend`
  float: left;
  width: 100%;
  padding: 0 0 6px;
  font-size: 13px;
  font-weight: 500;
  line-height: 20px;
`

/** In the line of the legend: it takes no height. */
const Toggle = styled(Button)`
  position: absolute;
  top: -4px;
  right: -10px;
  height: 28px;
`

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 8px;
  width: 100%;
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

/** The height of the whole list, kept from the click on: its code may come when nobody expects the page to move any more. */
const Opened = styled.div<{ $rows: number }>`
  width: 100%;
  min-height: ${({ $rows }) => $rows * 54 + 76}px;
  ${narrow} { min-height: calc(min(${({ $rows }) => $rows * 80 + 8}px, 60dvh) + 128px); }
`

/** Cards of the size of those to come: what is below them never moves. */
const WaitingCards = () => (
  <Frame aria-busy="true">
    <Name>{t('Voice')}</Name>
    <Cards>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <WaitingCard key={place} $height={52} />
      ))}
    </Cards>
  </Frame>
)

const WaitingCard = styled(Skeleton)`
  border-radius: var(--r-3);
`

interface VoicePickerProps {
  voiceId: string
  onChoose: (voiceId: string) => void
}

/** A choice fills the Voice ID below; an id that no voice has leaves all of them unchosen. */
export const VoicePicker = memo(({ voiceId, onChoose }: VoicePickerProps) => {
  const { data: voices, isError } = useVoices()
  // As it was when the screen was opened: a list that moves under the pointer is worse than an old one.
  const [recentIds] = useState(() => readRecent(recentVoices))
  const [isWhole, setIsWhole] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const group = useId()
  const close = useCallback(() => {
    setIsWhole(false)
    toggle.current?.focus()
  }, [])
  if (!voices) return isError ? null : <WaitingCards />
  if (voices.length === 0) return null
  const chosen = findVoice(voices, voiceId)
  const isLong = isLongList(voices)
  const { recent, others } = splitByRecent(voices, isLong ? recentIds : [])
  const few = firstFew([...recent, ...others], chosen, isLong ? cardsOfLongList : maxOnCards)
  const cards = (
    <Cards>
      {few.map((voice) => (
        <VoiceOption
          key={voice.id}
          voice={voice}
          detail={isLong ? traitsOf(voice).join(' · ') : fromServer(voice.description)}
          group={group}
          isChosen={voice === chosen}
          onChoose={onChoose}
        />
      ))}
    </Cards>
  )
  return (
    <Frame>
      <Name>{t('Voice')}</Name>
      {isLong && (
        <Toggle
          ref={toggle}
          look="ghost"
          isSmall
          aria-expanded={isWhole}
          onPointerEnter={browser.preload}
          onFocus={browser.preload}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('Show fewer') : t('All {count} voices', { count: voices.length })}
        </Toggle>
      )}
      {isLong && isWhole ? (
        <Opened $rows={rowsInSight(voices)}>
          <Boundary fallback={cards} onError={browser.forget}>
            <Suspense fallback={cards}>
              <browser.View
                voices={voices}
                recentIds={recentIds}
                chosenId={chosen?.id}
                group={group}
                onChoose={onChoose}
                onClose={close}
              />
            </Suspense>
          </Boundary>
        </Opened>
      ) : (
        cards
      )}
    </Frame>
  )
})
