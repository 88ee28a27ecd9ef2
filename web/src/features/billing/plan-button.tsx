import type { UserView } from '@utter/contracts/http/account/user-view'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import { paths } from '@utter/contracts/screens'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../lib/language/words.ts'
import { toastError } from '../../lib/toasts.ts'
import { AnchorButton, Button, LinkButton } from '../../ui/form/button.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { actionLabel, planAction } from './plan-action.ts'
import { planChange } from './plan-change-slot.tsx'
import type { ChangePlan } from './use-change-plan.ts'

type Shape = Pick<ComponentProps<typeof Button>, 'look' | 'isSmall' | 'isFull' | 'id' | 'aria-describedby'>

interface PlanButtonProps extends Shape {
  offer: PlanOffer
  /** Undefined for a visitor. */
  user: UserView | undefined
  change: ChangePlan
  /** Sent without a price: the server finds the next plan by itself. */
  isQuick?: boolean
}

/** The one button of a plan. Its label and action depend on the viewer's own plan. */
export function PlanButton({ offer, user, change, isQuick = false, ...shape }: PlanButtonProps) {
  const navigate = useNavigate()
  const { name, contact } = offer
  const action = planAction(name, user)
  const label = actionLabel(action, name)
  // A plan of the operator's is not paid for: nothing here could lower it.
  if (action === 'current' || action === 'agreed') {
    return (
      <Button {...shape} disabled>
        {label}
      </Button>
    )
  }
  if (action === 'sign-up') {
    return (
      <LinkButton {...(shape as object)} to={paths.signUp}>
        {label}
      </LinkButton>
    )
  }
  // Without an address of the operator's there is nobody to write to.
  if (action === 'sales') {
    return contact ? (
      <AnchorButton {...(shape as object)} href={`mailto:${contact}`}>
        {label}
      </AnchorButton>
    ) : null
  }
  const act = () => {
    if (action === 'checkout') return isQuick ? change.quickCheckout(offer) : change.checkout(offer)
    if (action === 'portal') return change.openPortal(name)
    if (action !== 'log-in') return change.upgrade(offer, { isQuick })
    toastError(t('Login required'), t('Please sign up or log in to subscribe.'))
    const next = `${paths.pricing}?plan=${name}`
    navigate(`${paths.signUp}?${new URLSearchParams({ next })}`)
  }
  return (
    <SubmitButton
      look="secondary"
      {...shape}
      {...change.stateOf(name)}
      type="button"
      {...(action === 'upgrade' && { onPointerEnter: planChange.preload, onFocus: planChange.preload })}
      busyText={t('Processing...')}
      onClick={act}
    >
      {label}
    </SubmitButton>
  )
}
