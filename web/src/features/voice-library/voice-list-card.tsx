import type { VoiceView } from '@utter/contracts/http/voices'
import { limits } from '@utter/contracts/jobs'
import { paths } from '@utter/contracts/screens'
import { useDeferredValue, useMemo, useState } from 'react'
import styled from 'styled-components'
import { readDraft, useDraft } from '../../lib/drafts.ts'
import { counted } from '../../lib/format/counted.ts'
import { Trans } from '../../lib/language/trans.tsx'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption, TextLink } from '../../ui/layout/text.tsx'
import { languageOptions } from '../playground/voice-choice/filter-voices.ts'
import { speedHint } from '../playground/voice-choice/voice-traits.tsx'
import { useMe } from '../session/me.ts'
import { logInFor } from '../session/next-path.ts'
import { filterVoiceList, hasListFilters, noListFilters, type VoiceListFilters } from './filter-voice-list.ts'
import { LibraryLine } from './library-line.tsx'
import { useOwnText } from './use-own-text.ts'

const Filters = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 180px 140px 140px;
  gap: 8px;
  ${narrow} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    > :nth-child(-n + 2) { grid-column: 1 / -1; }
  }
`

const Count = styled.span`
  margin-left: 4px;
  color: var(--fg-3);
  font-weight: 400;
`

const draft = 'voice-text'

/** All voices for everybody, found by their name, language, sex and speed, and heard by a text of one's own. */
export function VoiceListCard({ voices }: { voices: readonly VoiceView[] }) {
  const me = useMe()
  const [filters, setFilters] = useState(noListFilters)
  const [text, setText] = useState(() => {
    const kept = readDraft(draft)
    return typeof kept === 'string' ? kept : ''
  })
  useDraft(draft, text)
  const own = useOwnText()
  const found = useMemo(() => filterVoiceList(voices, filters), [voices, filters])
  const spoken = useDeferredValue(me.data ? text.trim() : '')
  const change = (next: Partial<VoiceListFilters>) => setFilters((before) => ({ ...before, ...next }))
  const isFiltered = hasListFilters(filters)
  const maxText = Math.min(limits.ttsText, me.data?.charactersPerCall ?? limits.ttsText)
  return (
    <Card aria-labelledby="all-voices">
      <CardHead>
        <h2 id="all-voices">
          {t('All voices')} <Count>{found.length}</Count>
        </h2>
        <Hidden role="status">{isFiltered && counted(found.length, 'voice')}</Hidden>
      </CardHead>
      <CardBody>
        <Filters>
          <SearchInput
            placeholder={t('Search voices...')}
            aria-label={t('Search voices')}
            value={filters.text}
            onChange={({ target }) => change({ text: target.value })}
          />
          <Select
            aria-label={t('Filter by language')}
            value={filters.language}
            onChange={({ target }) => change({ language: target.value })}
          >
            <option value="">{t('All languages')}</option>
            {languageOptions(voices).map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            aria-label={t('Filter by sex')}
            value={filters.sex}
            onChange={({ target }) => change({ sex: target.value as VoiceListFilters['sex'] })}
          >
            <option value="">{t('Any sex')}</option>
            <option value="female">{t('Female')}</option>
            <option value="male">{t('Male')}</option>
          </Select>
          <Select
            aria-label={t('Filter by speed')}
            value={filters.speed}
            onChange={({ target }) => change({ speed: target.value as VoiceListFilters['speed'] })}
          >
            <option value="">{t('Any speed')}</option>
            <option value="quick">{t('Quick')}</option>
            <option value="natural">{t('Natural')}</option>
          </Select>
        </Filters>
        {me.data ? (
          <Field
            label={t('Your own text')}
            hint={t(
              'Each voice then speaks it: 1 call each, and none for what was spoken in the last day. Empty: the voices’ samples, free.',
            )}
          >
            {(parts) => (
              <Input
                {...parts}
                dir="auto"
                autoComplete="off"
                maxLength={maxText}
                placeholder={t('The sea is salty.')}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
        ) : (
          <Caption>
            {t('Samples are free for everybody.')}{' '}
            <TextLink to={logInFor(paths.voices)}>{t('Log in to hear a text of your own')}</TextLink>
          </Caption>
        )}
        <Caption>
          {t(speedHint)}
          {me.data && (
            <>
              {' '}
              <Trans
                id="<link>Your own voices</link> are below."
                components={{ link: <TextLink to={`${paths.voices}#voices`} /> }}
              />
            </>
          )}
        </Caption>
      </CardBody>
      {found.length > 0 ? (
        <ul aria-labelledby="all-voices">
          {found.map((voice) => (
            <LibraryLine key={voice.id} voice={voice} text={spoken} own={own} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={t('No voice matches')}
          text={t('No voice has all of these.')}
          action={
            <Button isSmall onClick={() => setFilters(noListFilters)}>
              {t('Clear filters')}
            </Button>
          }
        />
      )}
    </Card>
  )
}

/** As high as a list of some voices. */
export const WaitingVoiceList = () => (
  <Card aria-busy="true">
    <CardHead>
      <h2>{t('All voices')}</h2>
    </CardHead>
    <CardBody $gap={8}>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((place) => (
        <Skeleton key={place} $height={52} />
      ))}
    </CardBody>
  </Card>
)
