import type { Role } from '@na-regua/contract/accounts'
import { type Channel, type Topic, topics } from '@na-regua/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { preferencesQuery, useSetPreference } from '../queries.ts'
import { topicWords } from '../rules.ts'
import { PreferenceSwitch } from './preference-switch.tsx'
import { WhatsappChoice } from './whatsapp-choice.tsx'

const columns = [
  { channel: 'in-app', label: 'No site' },
  { channel: 'email', label: 'E-mail' },
] as const satisfies { channel: Channel; label: string }[]

/** What the person wants to hear of, and where. Customers have no business to hear of. */
export function PreferenceSection({ role }: { role: Role }) {
  const { data, error, refetch } = useQuery(preferencesQuery)
  const shown = topics.filter((topic) => topic !== 'business' || role !== 'CUSTOMER')
  return (
    <SectionCard title="Notificações">
      <p id="notificacoes" className="scroll-mt-20 text-mute">
        Escolha o que quer saber, e por onde. O que trata da sua conta chega sempre.
      </p>
      {!data && error && (
        <Notice
          tone="error"
          title={error.message}
          action={<Button onClick={() => void refetch()}>Tentar novamente</Button>}
        />
      )}
      {!data && !error && <Skeleton className="mt-4 h-56" />}
      {data && <PreferenceTable shown={shown} isOn={(wish) => isOnIn(data.preferences, wish)} />}
      {data && <WhatsappChoice />}
    </SectionCard>
  )
}

type Wish = { topic: Topic; channel: Channel }

function isOnIn(preferences: readonly (Wish & { isOn: boolean })[], { topic, channel }: Wish) {
  return preferences.find((one) => one.topic === topic && one.channel === channel)?.isOn ?? true
}

function PreferenceTable({ shown, isOn }: { shown: readonly Topic[]; isOn: (wish: Wish) => boolean }) {
  const setPreference = useSetPreference()

  function change(wish: Wish, next: boolean) {
    const onError = ({ message }: Error) => showToast({ tone: 'error', title: message })
    setPreference.mutate({ ...wish, isOn: next }, { onError })
  }

  return (
    <table className="mt-3 w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-sm text-mute">
          <th scope="col" className="py-2 text-left font-medium">
            Assunto
          </th>
          {columns.map(({ channel, label }) => (
            <th key={channel} scope="col" className="w-16 py-2 font-medium sm:w-24">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((topic) => (
          <PreferenceRow key={topic} topic={topic} isOn={isOn} onChange={change} />
        ))}
      </tbody>
    </table>
  )
}

type PreferenceRowProps = { topic: Topic; isOn: (wish: Wish) => boolean; onChange: (wish: Wish, next: boolean) => void }

function PreferenceRow({ topic, isOn, onChange }: PreferenceRowProps) {
  const { title, description } = topicWords[topic]
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-3 pr-2 text-left font-normal">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-mute">{description}</span>
      </th>
      {columns.map(({ channel, label }) => (
        <td key={channel} className="text-center">
          <PreferenceSwitch
            label={`${title}: ${label}`}
            isOn={isOn({ topic, channel })}
            onChange={(next) => onChange({ topic, channel }, next)}
          />
        </td>
      ))}
    </tr>
  )
}
