import type { Barbershop } from '@na-regua/contract/barbershops'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../app/paths.ts'
import { agendaBarbershopsQuery } from '../features/appointments/agenda/queries.ts'
import { ServiceList } from '../features/barbershops/detail/service-list.tsx'
import { RatingSummary, ReviewList } from '../features/reviews/review-list.tsx'
import { BarberList } from '../features/staff/barber-list.tsx'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SectionTabs, useTab } from '../ui/section-tabs.tsx'

type BarbershopSectionsProps = {
  shop: Barbershop
  /** The barber of the booking links of services; undefined while loading. */
  barberId: string | undefined
  /** Whether services and barbers have booking links. */
  canBook: boolean
}

export function BarbershopSections({ shop, barberId, canBook }: BarbershopSectionsProps) {
  const book = (label: string, choice: { barberId: string; serviceId?: string }) =>
    canBook && (
      <ButtonLink to={paths.booking({ barbershopId: shop.id, ...choice })} variant="outline" aria-label={label}>
        Agendar
      </ButtonLink>
    )
  const tabs = [
    {
      value: 'servicos',
      label: 'Serviços',
      content: (
        <ServiceList
          services={shop.services}
          action={({ id, name }) => barberId && book(`Agendar ${name}`, { barberId, serviceId: id })}
        />
      ),
    },
    {
      value: 'barbeiros',
      label: 'Barbeiros',
      content: (
        <BarberList barbershopId={shop.id} action={({ id, name }) => book(`Agendar com ${name}`, { barberId: id })} />
      ),
    },
    {
      value: 'avaliacoes',
      label: 'Avaliações',
      content: (
        <>
          <RatingSummary average={shop.averageRating} count={shop.reviewCount} />
          <Reviews shop={shop} />
        </>
      ),
    },
  ]
  const [tab, setTab] = useTab(tabs)
  return <SectionTabs label="Sobre a barbearia" tabs={tabs} value={tab} onChange={setTab} />
}

/** The owner replies to reviews on the public page. */
function Reviews({ shop }: { shop: Barbershop }) {
  const { user } = useSession()
  const { data: ownBarbershops } = useQuery({ ...agendaBarbershopsQuery(), enabled: user?.role === 'OWNER' })
  const canReply = user?.role === 'OWNER' && ownBarbershops?.some(({ id }) => id === shop.id)
  return <ReviewList barbershopId={shop.id} barbershopName={shop.name} timeZone={shop.timeZone} canReply={canReply} />
}
