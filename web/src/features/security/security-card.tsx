import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { lazyView } from '../../lib/lazy-view.tsx'
import { narrow } from '../../theme.ts'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { ActPlace, Skeleton } from '../../ui/layout/skeleton.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { secondFactorQuery } from '../session/second-factor/queries.ts'
import { AddPasskeyButton } from './add-passkey-button.tsx'
import { SecurityLine, SecurityNote, SecurityPart } from './lines.tsx'
import { sessionsQuery } from './queries.ts'
import { SecondFactorRows } from './second-factor-rows.tsx'
import { SessionList } from './session-list.tsx'

const passkeyList = lazyView(async () => (await import('./present-guards.tsx')).PasskeyList)
const changePassword = lazyView(async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog)
const endOthers = lazyView(async () => (await import('./end-others-dialog.tsx')).EndOthersDialog)

/** A button whose label is aligned with the card's edge. */
const Edge = styled(Button)`
  margin-left: -10px;
`

export function SecurityCard() {
  const sessions = useQuery(sessionsQuery)
  const guards = useQuery(secondFactorQuery)
  const [open, setOpen] = useState<'password' | 'others'>()
  const close = () => setOpen(undefined)
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <Card id="security" aria-labelledby="security-title">
      <CardHead>
        <h2 id="security-title">{t('Security')}</h2>
      </CardHead>
      <CardBody>
        <DataList>
          <DataRow name={t('Password')}>
            <span aria-hidden="true">••••••••</span>
            <Button
              isSmall
              onPointerEnter={changePassword.preload}
              onFocus={changePassword.preload}
              onClick={() => setOpen('password')}
            >
              {t('Change password')}
            </Button>
          </DataRow>
          {guards.data ? (
            <SecondFactorRows {...guards.data} />
          ) : (
            <DataRow name={t('Authenticator app')}>{guards.isError ? t('Not known') : <WaitingFactor />}</DataRow>
          )}
        </DataList>
      </CardBody>
      <SecurityPart>
        <header>
          <h3 id="passkeys-title">{t('Passkeys')}</h3>
          <AddPasskeyButton />
        </header>
        <Part query={guards} waiting={<NotePlace />} failure={t('Your passkeys could not be read')}>
          {({ passkeys }) =>
            passkeys.length === 0 ? (
              <SecurityNote>
                {t('Log in by your fingerprint, your face or your device’s PIN, without a password.')}
              </SecurityNote>
            ) : (
              <Suspense fallback={<WaitingLines count={passkeys.length} />}>
                <passkeyList.View passkeys={passkeys} />
              </Suspense>
            )
          }
        </Part>
      </SecurityPart>
      <SecurityPart>
        <header>
          <h3 id="sessions-title" tabIndex={-1}>
            {t('Sessions')}
          </h3>
        </header>
        <Part query={sessions} waiting={<WaitingLines count={1} />} failure={t('Your sessions could not be read')}>
          {(rows) => <SessionList sessions={rows} />}
        </Part>
      </SecurityPart>
      {hasOthers && (
        <CardFoot>
          <Edge
            look="danger"
            isSmall
            onPointerEnter={endOthers.preload}
            onFocus={endOthers.preload}
            onClick={() => setOpen('others')}
          >
            {t('End all other sessions')}
          </Edge>
        </CardFoot>
      )}
      <DialogSlot part={changePassword} isOpen={open === 'password'} onClose={close}>
        {(state) => <changePassword.View {...state} />}
      </DialogSlot>
      <DialogSlot part={endOthers} isOpen={open === 'others'} onClose={close}>
        {(state) => <endOthers.View {...state} />}
      </DialogSlot>
    </Card>
  )
}

const WaitingFactor = () => (
  <>
    <Skeleton $width="48px" />
    <ActPlace $width="72px" />
  </>
)

const TextLine = styled(Skeleton)`
  margin: 4px 0;
`

/** A sentence of a line, or on phones of two. */
const SecondLine = styled(TextLine)`
  display: none;
  ${narrow} { display: block; }
`

const NotePlace = () => (
  <SecurityNote as="div">
    <TextLine $width="80%" />
    <SecondLine $width="40%" />
  </SecurityNote>
)

const Names = styled.span`
  flex: 1;
`

const WaitingLines = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
    <SecurityLine as="div" key={index}>
      <Names>
        <TextLine $width="128px" />
        <TextLine $width="72%" />
      </Names>
      <ActPlace $width="72px" />
    </SecurityLine>
  ))
