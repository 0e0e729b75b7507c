"""Bodies and answers of the REST interface, as FastAPI's page at /docs shows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GuestBody(Body):
    name: Annotated[str, Field(max_length=64, examples=["Ann"])]


class AccountBody(Body):
    name: Annotated[str, Field(max_length=64)]
    password: Annotated[str, Field(max_length=256)]


class CodeBody(Body):
    code: Annotated[str, Field(max_length=32)]


class SeatWish(Body):
    kind: Literal["me", "open", "bot"]
    level: Annotated[str | None, Field(max_length=20)] = None


class ClockBody(Body):
    """Seconds for each decision, and a bank for the match."""

    base: Annotated[float, Field(ge=3, le=3600)]
    bank: Annotated[float, Field(ge=0, le=36000)] = 0.0


class RoomBody(Body):
    game: Annotated[str, Field(max_length=40, examples=["xianqi"])]
    rules: dict[str, Any] = {}
    seats: Annotated[list[SeatWish] | None, Field(max_length=8)] = None
    clock: ClockBody | None = None
    public: bool = False
    claim_pause: Annotated[float, Field(ge=0, le=5)] = 1.0
    pace: Annotated[float, Field(ge=0, le=5)] = 0.7
    grace: Annotated[float, Field(ge=1, le=3600)] = 45.0


class OptionsBody(Body):
    rules: dict[str, Any] = {}
    clock: ClockBody | None = None
    claim_pause: Annotated[float, Field(ge=0, le=5)] = 1.0
    pace: Annotated[float, Field(ge=0, le=5)] = 0.7
    grace: Annotated[float, Field(ge=1, le=3600)] = 45.0


class JoinBody(Body):
    seat: Annotated[int | None, Field(ge=0, le=7)] = None


class BotBody(Body):
    seat: Annotated[int, Field(ge=0, le=7)]
    level: Annotated[str, Field(max_length=20)] = "normal"


class ReadyBody(Body):
    nonce: Annotated[str, Field(pattern="^[0-9a-f]{0,64}$")] = ""


class ActionBody(Body):
    """Either a move in notation with the version or window seen, or document 004's index."""

    cmd_id: Annotated[str | None, Field(pattern="^[A-Za-z0-9_.:-]{1,64}$")] = None
    version: Annotated[int | None, Field(ge=0, le=2**53)] = None
    window: Annotated[str | None, Field(max_length=40)] = None
    move: Annotated[str | None, Field(max_length=1000)] = None
    action_idx: Annotated[int | None, Field(ge=-(2**31), le=2**31)] = None
    cover_list: Any = None
    client_version: Annotated[int | None, Field(ge=0, le=2**53)] = None


class UserOut(BaseModel):
    id: str
    name: str
    account: bool


class SessionOut(BaseModel):
    token: str
    user: UserOut


class CodeOut(BaseModel):
    code: str
    expires_in: int
    link: str


class RoomOut(BaseModel):
    room: str
    code: str
    link: str


class RoomLine(BaseModel):
    """A room in a list."""

    room: str
    game: str
    rules: dict[str, Any]
    status: str
    seats: list[str]
    mine: bool


class JoinOut(BaseModel):
    seat: int


class ActionOut(BaseModel):
    cmd_id: str
    version: int
    window: str | None


class HealthOut(BaseModel):
    status: str
    version: str


class Problem(BaseModel):
    """Every refusal, whatever its status."""

    code: str
    engine_code: str
    message: str
    message_zh: str
    detail: dict[str, Any]
