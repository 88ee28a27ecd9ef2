import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import styled, { css } from 'styled-components'
import { Spinner } from '../layout/spinner.tsx'

/** `destructive`: the last step of a dialog; `danger`: what leads to one. */
export type Look = 'primary' | 'secondary' | 'ghost' | 'destructive' | 'danger'

interface Shape {
  $look: Look
  $isSmall: boolean
  $isIcon: boolean
  $isFull: boolean
}

const looks = {
  primary: css`
    background: var(--ink);
    color: var(--on-ink);
    &:hover { background: var(--ink-hover); }
  `,
  secondary: css`
    background: var(--surface);
    border-color: var(--line-strong);
    &:hover { background: var(--hover); }
  `,
  ghost: css`
    color: var(--fg-2);
    &:hover { background: var(--hover); color: var(--fg); }
  `,
  destructive: css`
    background: var(--failed-solid);
    color: #fff;
    &:hover { background: color-mix(in srgb, var(--failed-solid) 88%, #000); }
  `,
  danger: css`
    color: var(--failed);
    &:hover { background: var(--failed-tint); }
  `,
}

const shape = css<Shape>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  flex: none;
  height: ${({ $isSmall }) => ($isSmall ? 'var(--h-sm)' : 'var(--h)')};
  width: ${({ $isSmall, $isIcon, $isFull }) => ($isIcon ? ($isSmall ? 'var(--h-sm)' : 'var(--h)') : $isFull ? '100%' : 'auto')};
  padding: 0 ${({ $isSmall, $isIcon }) => ($isIcon ? '0' : $isSmall ? '10px' : '14px')};
  border: 1px solid transparent;
  border-radius: var(--r-3);
  background: transparent;
  font-weight: 500;
  font-size: ${({ $isSmall }) => ($isSmall ? '13px' : '14px')};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  text-decoration: none;
  cursor: pointer;
  transition: background var(--t-1), border-color var(--t-1), color var(--t-1);
  ${({ $look }) => looks[$look]}

  &:active { transform: translateY(0.5px); }
  &:focus-visible { border-radius: var(--r-3); }
  &:disabled,
  &:disabled:hover {
    cursor: not-allowed;
    background: var(--hover);
    border-color: transparent;
    color: var(--fg-3);
    transform: none;
  }
  &[aria-busy='true'] { cursor: progress; }
`

const PlainButton = styled.button<Shape>`
  ${shape}
`
const PlainLink = styled(Link)<Shape>`
  ${shape}
`
const PlainAnchor = styled.a<Shape>`
  ${shape}
`

interface Manner {
  look?: Look
  isSmall?: boolean
  isIcon?: boolean
  isFull?: boolean
}

/** Own props rather than transient ones: `styled(Button)` would keep those from reaching it. */
function shaped<P extends Manner>({ look, isSmall, isIcon, isFull, ...rest }: P) {
  return {
    ...rest,
    $look: look ?? 'secondary',
    $isSmall: isSmall ?? false,
    $isIcon: isIcon ?? false,
    $isFull: isFull ?? false,
  }
}

export type ButtonProps = ComponentProps<'button'> & Manner & { isBusy?: boolean }

/** While busy it keeps its fill and its focus, and does nothing. */
export function Button({ isBusy = false, children, type = 'button', ...props }: ButtonProps) {
  if (!isBusy) {
    return (
      <PlainButton type={type} {...shaped(props)}>
        {children}
      </PlainButton>
    )
  }
  return (
    <PlainButton {...shaped(props)} type="button" aria-busy="true" aria-disabled="true" onClick={undefined}>
      <Spinner />
      {children}
    </PlainButton>
  )
}

export const LinkButton = (props: ComponentProps<typeof Link> & Manner) => <PlainLink {...shaped(props)} />

/** A link that leaves the app or saves a file. */
export const AnchorButton = (props: ComponentProps<'a'> & Manner) => <PlainAnchor {...shaped(props)} />
