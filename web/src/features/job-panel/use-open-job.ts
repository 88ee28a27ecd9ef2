import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

export interface OpenJob {
  /** `?job=` of the address. */
  openId: string | undefined
  /** From a list it is a step that Back undoes; from another job it takes that one's place. */
  open: (jobId: string) => void
  close: () => void
}

/** The job of the open panel, kept in the address: it can be sent to somebody, and Back closes the panel. */
export function useOpenJob(): OpenJob {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const openId = search.get('job') ?? undefined
  const isFromList = openId === undefined || state?.isFromList === true

  const open = useCallback(
    (jobId: string) =>
      setSearch((present) => withJob(present, jobId), {
        replace: openId !== undefined,
        state: { isFromList },
      }),
    [setSearch, openId, isFromList],
  )
  const close = useCallback(() => {
    if (isFromList) navigate(-1)
    else setSearch((present) => withJob(present, undefined), { replace: true })
  }, [setSearch, navigate, isFromList])
  return { openId, open, close }
}

function withJob(present: URLSearchParams, jobId: string | undefined): URLSearchParams {
  const params = new URLSearchParams(present)
  if (jobId) params.set('job', jobId)
  else params.delete('job')
  return params
}
