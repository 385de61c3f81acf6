import { type Static, Type } from 'typebox'
import { Id, IdParams, InstagramHandle, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

export const MAX_PORTFOLIO_IMAGES = 30
/** The message for one image more. */
export const TOO_MANY_PORTFOLIO_IMAGES_MESSAGE = `Você pode adicionar no máximo ${MAX_PORTFOLIO_IMAGES} fotos.`
/** How many images lists of barbers contain. */
export const PORTFOLIO_PREVIEW = 4

/** `url` is the WebP of the middle width; images.ts derives the others. */
export const PortfolioImage = Type.Object({
  url: Type.String(),
  /** The service that the image shows; null when none is given or the barbershop no longer provides it. */
  service: Nullable(Type.Object({ id: Id, name: Type.String() })),
})
export type PortfolioImage = Static<typeof PortfolioImage>

const EditablePortfolio = Type.Object({
  barberId: Id,
  name: Type.String(),
  barbershop: Type.Object({ id: Id, name: Type.String() }),
  /** The services that an image can be tagged with. */
  services: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  images: Type.Array(PortfolioImage),
  /** Where the barber shows more. */
  instagram: Nullable(Type.String()),
  /** Incremented by each edit. A save with an older version is rejected. */
  version: Type.Integer(),
})
export type EditablePortfolio = Static<typeof EditablePortfolio>

/** Images of a barber's work. Only the barber and the barbershop's owner edit them. */
export const portfolioApi = defineApi(
  { tag: 'portfolio', description: 'As fotos dos trabalhos de cada barbeiro' },
  {
    list: route('GET', '/barbers/:id/portfolio', {
      summary: 'As fotos dos trabalhos de um barbeiro, na ordem dele',
      params: IdParams,
      errors: ['BARBER_NOT_FOUND'],
      response: { 200: Type.Object({ images: Type.Array(PortfolioImage) }) },
    }),
    get: route('GET', '/barbers/:id/portfolio/editing', {
      summary: 'O portfólio para quem o edita: o barbeiro e o dono da barbearia',
      params: IdParams,
      errors: ['BARBER_NOT_FOUND'],
      response: { 200: EditablePortfolio },
    }),
    save: route('PUT', '/barbers/:id/portfolio', {
      summary: 'Define as fotos, na ordem dada, e o Instagram; as que faltam na lista saem',
      params: IdParams,
      body: Strict({
        version: Type.Integer(),
        images: Type.Array(
          Strict({
            /** A URL from POST /uploads of the same user, or one that the portfolio already has. */
            url: Text({ min: 1, max: 300 }),
            serviceId: Type.Optional(Nullable(Id)),
          }),
          { maxItems: MAX_PORTFOLIO_IMAGES },
        ),
        /** Absent: it stays as it is. */
        instagram: Type.Optional(Nullable(InstagramHandle)),
      }),
      errors: ['BARBER_NOT_FOUND', 'PLAN_LAPSED', 'EDIT_CONFLICT', 'IMAGE_UNKNOWN', 'SERVICE_NOT_FOUND'],
      response: { 200: EditablePortfolio },
    }),
  },
)
