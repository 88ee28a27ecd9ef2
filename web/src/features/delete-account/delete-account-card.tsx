import { useState } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'

const deleteAccount = lazyView(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog)

const Lists = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr));
  gap: 20px 32px;

  h3 { margin-bottom: 4px; font-size: 13px; }
  li { padding: 2px 0; color: var(--fg-2); max-width: 68ch; }
`

/** A button whose label is aligned with the card's edge. */
const Edge = styled(Button)`
  margin-left: -10px;
`

export function DeleteAccountCard() {
  const [isOpen, setIsOpen] = useState(false)
  const { preload } = deleteAccount
  return (
    <Card id="delete" aria-labelledby="delete-title">
      <CardHead>
        <h2 id="delete-title">{t('Delete account')}</h2>
      </CardHead>
      <CardBody>
        <Lists>
          <div>
            <h3>{t('What goes, within a minute')}</h3>
            <ul>
              <li>{t('Your jobs, with their texts and their audio')}</li>
              <li>{t('API keys and sessions: all are refused at once')}</li>
              <li>{t('Your subscription, at once; your card, once calls past the plan are paid')}</li>
              <li>{t('Bonus calls and your referral link')}</li>
              <li>{t('Your username and your email, which others may take')}</li>
            </ul>
          </div>
          <div>
            <h3>{t('What stays')}</h3>
            <ul>
              <li>{t('The ledger of calls and invoices, without your name')}</li>
            </ul>
          </div>
        </Lists>
      </CardBody>
      <CardFoot>
        <Edge look="danger" isSmall onPointerEnter={preload} onFocus={preload} onClick={() => setIsOpen(true)}>
          {t('Delete account')}
        </Edge>
      </CardFoot>
      <DialogSlot part={deleteAccount} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {(state) => <deleteAccount.View {...state} />}
      </DialogSlot>
    </Card>
  )
}
