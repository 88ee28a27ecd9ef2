import type { Ref } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { narrow } from '../../../theme.ts'
import { SearchInput } from '../../../ui/form/search-input.tsx'
import { Select } from '../../../ui/form/select.tsx'
import type { VoiceFilters } from './filter-voices.ts'

const Line = styled.div<{ $hasLanguages: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) ${({ $hasLanguages }) => ($hasLanguages ? '180px' : '')};
  gap: 8px;
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

interface VoiceFilterLineProps {
  filters: VoiceFilters
  languages: readonly { tag: string; name: string }[]
  onChange: (filters: VoiceFilters) => void
  searchRef: Ref<HTMLInputElement>
}

export const VoiceFilterLine = ({ filters, languages, onChange, searchRef }: VoiceFilterLineProps) => (
  <Line $hasLanguages={languages.length > 1}>
    <SearchInput
      ref={searchRef}
      placeholder={t('Search voices...')}
      aria-label={t('Search voices')}
      value={filters.text}
      onChange={(event) => onChange({ ...filters, text: event.target.value })}
    />
    {languages.length > 1 && (
      <Select
        aria-label={t('Filter by language')}
        value={filters.language}
        onChange={(event) => onChange({ ...filters, language: event.target.value })}
      >
        <option value="">{t('All languages')}</option>
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </Select>
    )}
  </Line>
)
