import { useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { type Change, type Choices, changeChoices, choicesPath, readChoices } from './rules.ts'

/** The choices live in the address: a reload, the way through the login and a shared link keep them. */
export function useChoices() {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const params = useParams()
  const [search] = useSearchParams()
  // A press answers at once; the address follows, and from then on speaks for itself again.
  const [ahead, setAhead] = useState<{ of: string; choices: Choices }>()
  const choices = ahead?.of === key ? ahead.choices : readChoices(params, search)

  function change(next: Change) {
    const changed = changeChoices(choices, next)
    setAhead({ of: key, choices: changed })
    void navigate(choicesPath(changed), { replace: true, preventScrollReset: true, state })
  }

  return { choices, change }
}
