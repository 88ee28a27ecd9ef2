import { X } from 'lucide-react'
import { useState } from 'react'
import styled from 'styled-components'
import { useMe } from '../features/session/me.ts'
import { t } from '../lib/language/words.ts'
import { narrow } from '../theme.ts'
import { Button } from '../ui/form/button.tsx'
import { Banner } from '../ui/layout/banner.tsx'
import { dismissNotice, presentNotice } from './notice.ts'

const Place = styled.div`
  display: flex;
  flex-direction: column;
  gap: 8px;
  width: 100%;
  max-width: 1184px;
  margin: 0 auto;
  padding: 4px 32px 12px;
  ${narrow} {
    padding: 0 16px 12px;
    /* A button of one sign needs no line of its own. */
    > * { flex-wrap: nowrap; }
  }
  @media print { display: none; }
`

/** Above every screen: what the operator tells everybody, and why an account is suspended. */
export function Notices() {
  const { data: me } = useMe()
  const [notice, setNotice] = useState(presentNotice)
  const dismiss = () => {
    dismissNotice(notice)
    setNotice('')
  }
  if (!me?.suspension && !notice) return null
  return (
    <Place>
      {me?.suspension && (
        <Banner tone="failed">
          <b>{t('This account is suspended.')}</b> {me.suspension.reason}{' '}
          {t('Jobs under way go on; new ones are refused.')}
        </Banner>
      )}
      {notice && (
        <Banner
          tone="warning"
          action={
            <Button look="ghost" isSmall isIcon aria-label={t('Dismiss notice')} onClick={dismiss}>
              <X size={16} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          }
        >
          {notice}
        </Banner>
      )}
    </Place>
  )
}
