import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the product, on one screen. */
export default [
  index('../pages/home-page.tsx'),
  route('barbershop/:id', '../pages/barbershop-page.tsx'),
  route('login', '../pages/login-page.tsx'),
  route('barbershop/:barbershopId/booking/:barberId/:serviceId?', '../pages/booking-page.tsx'),
  route('customer/appointments', '../pages/customer-appointments-page.tsx'),
  route('barber/appointments', '../pages/barber-appointments-page.tsx'),
  route('barber/schedule', '../pages/barber-schedule-page.tsx'),
  route('admin', '../pages/admin-page.tsx'),
  route('admin/appointments', '../pages/admin-appointments-page.tsx'),
  route('customer/favorites', '../pages/favorites-page.tsx'),
  route('become-owner', '../pages/become-owner-page.tsx'),
  route('sobre', '../pages/about-page.tsx'),
  route('contato', '../pages/contact-page.tsx'),
  route('contact', '../pages/contact-redirect-page.tsx'),
  route('termos', '../pages/terms-page.tsx'),
  route('privacidade', '../pages/privacy-page.tsx'),
  route('faq', '../pages/faq-page.tsx'),
  route('notifications', '../pages/notifications-page.tsx'),
  route('descadastrar', '../pages/unsubscribe-page.tsx'),
  route('profile', '../pages/profile-page.tsx'),
  route('desfazer-exclusao', '../pages/undo-deletion-page.tsx'),
  route('desfazer-email', '../pages/undo-email-page.tsx'),
  route('dev/outbox', '../pages/outbox-page.tsx'),
  route('*', '../pages/not-found-page.tsx'),
] satisfies RouteConfig
