import { paths } from '@utter/contracts/screens'
import styled from 'styled-components'
import { useTitle } from '../lib/hooks/use-title.ts'
import { t } from '../lib/language/words.ts'
import { FlatLine } from '../ui/data/flat-line.tsx'
import { LinkButton } from '../ui/form/button.tsx'

const Centred = styled.div`
  display: grid;
  flex: 1;
  place-content: center;
  justify-items: center;
  gap: 8px;
  padding: 32px 24px 96px;
  text-align: center;

  > svg { margin-bottom: 24px; }
  p { max-width: 40ch; color: var(--fg-2); }
  a { margin-top: 16px; }
`

export function NotFoundPage() {
  useTitle(t('404 Page Not Found'))
  return (
    <Centred>
      <FlatLine />
      <h1>{t('404 Page Not Found')}</h1>
      <p>{t('Nothing is spoken at this address.')}</p>
      <LinkButton to={paths.dashboard}>{t('Go to Dashboard')}</LinkButton>
    </Centred>
  )
}
