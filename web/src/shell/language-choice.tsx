import { Languages } from 'lucide-react'
import styled from 'styled-components'
import { isLanguage, languages } from '../lib/language/languages.ts'
import { chooseLanguage, pageLanguage } from '../lib/language/page-language.ts'
import { t } from '../lib/language/words.ts'
import { narrow } from '../theme.ts'
import { Tooltip } from '../ui/overlay/tooltip.tsx'

/** Looks like the bar's buttons; the browser's own menu opens over it. */
const Frame = styled.span`
  position: relative;
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: var(--r-2);
  color: var(--fg-2);
  &:hover { background: var(--hover); color: var(--fg); }
  &:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
  select {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  option { background: var(--raised); color: var(--fg); }
  ${narrow} { width: 44px; height: 44px; }
`

/** Each language by its own name: whoever reads none of the others finds it. */
export const LanguageChoice = () => (
  <Tooltip text={t('Language')} side="bottom">
    <Frame>
      <Languages size={16} strokeWidth={1.75} aria-hidden="true" />
      <select
        aria-label={t('Language')}
        defaultValue={pageLanguage()}
        onChange={({ target: { value } }) => isLanguage(value) && chooseLanguage(value)}
      >
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </Frame>
  </Tooltip>
)
