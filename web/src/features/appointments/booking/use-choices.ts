import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { type Choices, changeChoices, choicesPath, readChoices } from './rules.ts'

/** The choices live in the address: a reload, the way through the login and a shared link keep them. */
export function useChoices() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const choices = readChoices(useParams(), search)

  function change(next: Partial<Omit<Choices, 'barbershopId'>>) {
    void navigate(choicesPath(changeChoices(choices, next)), { replace: true, preventScrollReset: true, state })
  }

  return { choices, change }
}
