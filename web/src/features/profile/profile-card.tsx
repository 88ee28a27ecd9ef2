import { useState } from 'react'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { useMe } from '../session/me.ts'
import { EmailVerified } from './email-verified.tsx'

const changeEmail = lazyView(async () => (await import('./change-email-dialog.tsx')).ChangeEmailDialog)

export function ProfileCard() {
  const { data: me } = useMe()
  const [isChanging, setIsChanging] = useState(false)
  const { preload } = changeEmail
  return (
    <Card id="profile" aria-labelledby="profile-title">
      <CardHead>
        <h2 id="profile-title">{t('Profile')}</h2>
      </CardHead>
      <CardBody>
        <DataList>
          <DataRow name={t('Username')}>{me?.username ?? <Skeleton $width="96px" />}</DataRow>
          <DataRow name={t('Email')}>
            {me?.email ?? <Skeleton $width="160px" />}
            {me && <EmailVerified at={me.emailVerifiedAt} />}
            <Button isSmall onPointerEnter={preload} onFocus={preload} onClick={() => setIsChanging(true)}>
              {t('Change email')}
            </Button>
          </DataRow>
        </DataList>
      </CardBody>
      <DialogSlot part={changeEmail} isOpen={isChanging} onClose={() => setIsChanging(false)}>
        {(state) => <changeEmail.View {...state} />}
      </DialogSlot>
    </Card>
  )
}
