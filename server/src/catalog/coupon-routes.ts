import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { idPageOf } from '../http/id-page.ts';
import { deleted, idParams, presentList, searchedListOf } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { createCoupon, editCoupon, removeCoupon } from './change-coupon.ts';
import {
  couponBody,
  couponChangeBody,
  couponQuery,
  couponShape,
  presentCoupon,
  readCoupon,
  readCouponChange,
} from './coupon-shapes.ts';
import { type Coupon, findCoupon, listCoupons } from './coupons.ts';

const tags = ['Coupons'];
const config = { access: 'key' } as const;

export function couponRoutes(app: App, deps: Deps): void {
  const present = (coupon: Coupon) => presentCoupon(coupon, deps.clock.now());
  app.post('/api/v1/coupons', {
    config,
    schema: {
      tags,
      summary: 'Create a coupon for payment links',
      body: couponBody,
      response: { 201: couponShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const fields = readCoupon(request.body);
      const answer = answerTo(request, reply, 201, present);
      await createCoupon(deps, accountOf(request), request.objectId, fields, actorOf(request), answer);
      return answer.send();
    },
  });
  app.get('/api/v1/coupons', {
    config,
    schema: {
      tags,
      summary: 'List coupons, newest first',
      querystring: couponQuery,
      response: { 200: searchedListOf(couponShape), ...errorAnswers },
    },
    handler: async (request) => {
      const { active, payment_link_id: paymentLinkId, search } = request.query;
      if (paymentLinkId !== undefined && !isId(paymentLinkId))
        throw invalidField('payment_link_id', 'is not an id');
      const page = idPageOf('coupons', request.query);
      const filter = { active, paymentLinkId, search: search?.trim() };
      const { rows, total, isMinimum } = await listCoupons(deps.db, accountOf(request), filter, page);
      return presentList(rows, page, total, (row) => row.id, present, isMinimum);
    },
  });
  oneRoutes(app, deps);
}

function oneRoutes(app: App, deps: Deps): void {
  const present = (coupon: Coupon) => presentCoupon(coupon, deps.clock.now());
  app.get('/api/v1/coupons/:id', {
    config,
    schema: {
      tags,
      summary: 'Get a coupon',
      params: idParams,
      response: { 200: couponShape, ...errorAnswers },
    },
    handler: async (request) => {
      const coupon = await findCoupon(deps.db, accountOf(request), request.params.id);
      if (!coupon) throw notFound('Coupon');
      return present(coupon);
    },
  });
  app.patch('/api/v1/coupons/:id', {
    config,
    schema: {
      tags,
      summary: 'Update a coupon; absent fields are unchanged, and charges made with it stay as they are',
      params: idParams,
      body: couponChangeBody,
      response: { 200: couponShape, ...errorAnswers },
    },
    handler: async (request) => {
      const change = readCouponChange(request.body);
      const { id } = request.params;
      return present(await editCoupon(deps, accountOf(request), id, change, actorOf(request)));
    },
  });
  app.delete('/api/v1/coupons/:id', {
    config,
    schema: {
      tags,
      summary: 'Delete a coupon; charges made with it stay as they are',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await removeCoupon(deps, accountOf(request), request.params.id, actorOf(request));
      return { success: true, message: 'Coupon deleted' };
    },
  });
}
